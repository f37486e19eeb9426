"""The digest of FORMAT.md, section 17."""

from xxh64 import xxh64


def digest(lines):
    """The digest of objects, given as their lines in the dump without line feeds."""
    total = 0
    for line in lines:
        data = line.encode("utf-8") + b"\n"
        total += xxh64(data, 0) + (xxh64(data, 1) << 64)
    return f"{total & (1 << 128) - 1:032x}"
