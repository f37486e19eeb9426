"""The locks of a reader: FORMAT.md, section 15."""

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from struct import Struct

from failures import Unreadable

FLOCK = Struct("@hhqqi")  # l_type, l_whence, l_start, l_len, l_pid, as Linux has them on machines of 64 bits
WRITER_BYTE = 0
READERS_BYTE = 1


def lock_of(kind, byte):
    """A request for one byte of the file."""
    return FLOCK.pack(kind, os.SEEK_SET, byte, 1, 0)


def opened(store, name):
    """A descriptor of a file of the store, None if it is missing."""
    try:
        return os.open(Path(store) / name, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror}") from None


def is_locked(descriptor):
    """Whether a writer has the byte that is its own."""
    answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, lock_of(fcntl.F_RDLCK, WRITER_BYTE))
    return FLOCK.unpack(answer)[0] != fcntl.F_UNLCK


@contextmanager
def shared_look(store):
    """Keeps recoveries away; tells whether a program writes to the store."""
    descriptors = [opened(store, "LOCK"), opened(store, "SUPER")]
    try:
        if descriptors[0] is not None:
            fcntl.fcntl(descriptors[0], fcntl.F_OFD_SETLKW, lock_of(fcntl.F_RDLCK, READERS_BYTE))
        yield any(is_locked(descriptor) for descriptor in descriptors if descriptor is not None)
    finally:
        for descriptor in descriptors:
            if descriptor is not None:
                os.close(descriptor)
