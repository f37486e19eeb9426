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


@contextmanager
def shared_look(store):
    """Keeps recoveries away; tells whether a program writes to the store. Without the file, none does."""
    try:
        descriptor = os.open(Path(store) / "LOCK", os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        yield False
        return
    except OSError as error:
        raise Unreadable(f"LOCK: {error.strerror}") from None
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLKW, lock_of(fcntl.F_RDLCK, READERS_BYTE))
        answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, lock_of(fcntl.F_RDLCK, WRITER_BYTE))
        yield FLOCK.unpack(answer)[0] != fcntl.F_UNLCK
    finally:
        os.close(descriptor)
