"""The files of a store."""

import re
from pathlib import Path

from failures import Damage, Unreadable

SEGMENT_NAME = re.compile(r"[0-9]{10}\.seg")


def missing_is_damage(path):
    """The failure for a file that has to be there."""
    return Damage(path, 0, "the file is missing")


def read_file(store, path, missing=missing_is_damage):
    """All bytes of a file, by its path in the store; what a missing one means is up to the caller."""
    try:
        return (Path(store) / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise missing(path) from None
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None


def segment_path(number):
    """Where a segment is kept."""
    return f"seg/{number:010}.seg"


def list_path(number):
    """Where the segment list of a checkpoint is kept."""
    return f"seg/{number:010}.list"
