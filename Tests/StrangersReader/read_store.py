#!/usr/bin/env python3
"""Lists the objects of a store as 'storectl dump' does, from nothing but what FORMAT.md says.

Usage: read_store.py [--digest] STORE

With --digest it prints their digest instead, as 'storectl digest' does.

A damaged slot of the superblock is only noted, since the others make up for it. Exit codes are those of storectl:
0 done, 2 damage, 4 no store or a newer format, 6 cannot read, 64 usage.
"""

import os
import sys

from digest import digest
from failures import StoreFailure
from limits import BLOCK
from objects import Graph
from recovery import recovered
from superblock import read_slots

USAGE_ERROR = 64


def main(arguments):
    """Prints the dump of the store that the arguments name, or its digest."""
    wants_digest = arguments[:1] == ["--digest"]
    arguments = arguments[wants_digest:]
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return USAGE_ERROR
    store = arguments[0]
    try:
        recovery = recovered(store)
        lines = list(Graph(recovery.live).lines())
        if wants_digest:
            lines = [digest(lines)]
        for number, superblock in read_slots(store).items():
            if superblock is None:
                note = f"no valid superblock, cut off or damaged; generation {recovery.superblock.generation} counts"
                print(f"read_store: {store}: SUPER: offset {number * BLOCK}: {note}", file=sys.stderr)
    except StoreFailure as failure:
        print(f"read_store: {store}: {failure}", file=sys.stderr)
        return failure.exit_code
    try:
        for line in lines:
            sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
