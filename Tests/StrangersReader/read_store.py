#!/usr/bin/env python3
"""Lists the objects of a store as 'storectl dump' does, from nothing but what FORMAT.md says.

Usage: read_store.py STORE

Exit codes are those of storectl: 0 done, 2 damage, 4 no store or a newer format, 6 cannot read, 64 usage.
"""

import os
import sys

from failures import StoreFailure
from objects import Graph
from recovery import recovered

USAGE_ERROR = 64


def main(arguments):
    """Prints the dump of the store that the arguments name."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return USAGE_ERROR
    try:
        lines = list(Graph(recovered(arguments[0]).live).lines())
    except StoreFailure as failure:
        print(f"read_store: {arguments[0]}: {failure}", file=sys.stderr)
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
