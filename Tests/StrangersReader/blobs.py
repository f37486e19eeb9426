"""Values in files of their own: FORMAT.md, section 20."""

from pathlib import Path
from struct import Struct, pack, unpack_from

from failures import Damage
from xxh64 import xxh64

REFERENCE = Struct("<QQQQ")
HEADER = Struct("<4sHBBQQQQ16xQ")
FOOTER = Struct("<4sIQQQ")
CHUNK = 1 << 16
INLINE, IN_FILE = 0, 1


def external_value(field, record_path):
    """The value that the bytes of an external field stand for; None if their form is not known."""
    if field[:1] == bytes([INLINE]):
        return field[1:]
    if field[:1] != bytes([IN_FILE]) or len(field) != 1 + REFERENCE.size:
        return None
    high, low, length, digest = REFERENCE.unpack(field[1:])
    name = f"{high:016x}{low:016x}"
    path = Path(record_path).parent.parent / "blob" / name[:2] / name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Damage(path, 0, "the file is missing") from None
    return content(data, path, high, low, length, digest)


def content(data, path, high, low, length, digest):
    """The value in the bytes of a file, all of it verified."""
    chunks = (length + CHUNK - 1) // CHUNK
    if len(data) != HEADER.size + length + 8 * chunks + FOOTER.size:
        raise Damage(path, len(data), "it has another size than its value asks for")
    magic, version, algorithm, chunk_log, store_low, _, *own, own_hash = HEADER.unpack_from(data)
    if magic != b"LSBL" or own_hash != xxh64(data[: HEADER.size - 8], store_low):
        raise Damage(path, 0, "no header of a blob")
    if (version, algorithm, 1 << chunk_log, own) != (1, 0, CHUNK, [high, low]):
        raise Damage(path, 4, "another blob, or one of another version")
    seed = high ^ low
    found, value, offset = seed, b"", HEADER.size
    for number in range(chunks):
        chunk = data[offset : offset + min(CHUNK, length - len(value))]
        own_hash = xxh64(chunk, (seed + number) % (1 << 64))
        if unpack_from("<Q", data, offset + len(chunk)) != (own_hash,):
            raise Damage(path, offset, f"the checksum of chunk {number} does not fit")
        found = xxh64(pack("<QQ", found, own_hash), seed)
        value += chunk
        offset += len(chunk) + 8
    footer = FOOTER.unpack_from(data, offset)
    expected = (b"LSBE", 0, length, digest, xxh64(data[offset : offset + FOOTER.size - 8], seed))
    if footer != expected or found != digest:
        raise Damage(path, offset, "the footer does not fit")
    return value
