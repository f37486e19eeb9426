"""Segment headers, frames and records: FORMAT.md, sections 5, 6 and 10 (rules 5 and 6)."""

from dataclasses import dataclass
from struct import Struct

from failures import Damage
from limits import ID_END, LONGEST_PAYLOAD, LONGEST_RECORD
from xxh64 import xxh64

HOT, COLD = 1, 2
COMMIT, BULK, COMPACTION, RELOCATE, PADDING, REFERENCE = 1, 2, 3, 4, 5, 6
KINDS_OF_RECORDS = (COMMIT, BULK, COMPACTION)
PUT, TOMBSTONE, SCHEMA, KEY, BLOB_RELEASE, META, EDGE, LAYOUT, HISTORY = 1, 2, 3, 4, 5, 6, 7, 8, 128
OTHER_RECORDS = (SCHEMA, KEY, BLOB_RELEASE, META, LAYOUT, HISTORY)

SEGMENT_HEADER = Struct("<4sHHII16s8Q")
FRAME_HEADER = Struct("<4sHHQIIqQQQQ")
RECORD_HEADER = Struct("<IBBHQQQ")
BULK_REFERENCE = Struct("<QQQQQ")
EDGE_PAYLOAD = Struct("<IIQQQQ")


@dataclass(frozen=True)
class SegmentHeader:
    """The header of a segment."""

    kind: int
    id: int
    previous_id: int
    salt: int
    created_sequence: int
    previous_end: int
    previous_hash: int
    hash: int


@dataclass(frozen=True)
class Frame:
    """The header of a frame, and where it stands in its segment."""

    path: str
    offset: int
    kind: int
    sequence: int
    payload_size: int
    record_count: int
    previous_hash: int
    content_hash: int
    hash: int

    @property
    def payload_offset(self):
        """Where its payload begins."""
        return self.offset + FRAME_HEADER.size

    @property
    def end(self):
        """Where the next frame begins."""
        return self.payload_offset + self.payload_size


@dataclass(frozen=True)
class Record:
    """A record whose hash fits, and where it stands."""

    path: str
    offset: int
    kind: int
    layout: int
    address: int
    version: int
    payload: bytes

    @property
    def payload_offset(self):
        """Where its payload begins in the segment."""
        return self.offset + RECORD_HEADER.size


def segment_header(data, path, number, superblock):
    """The header that a segment begins with."""
    if len(data) < SEGMENT_HEADER.size:
        raise Damage(path, len(data), "the file ends in the header of the segment")
    magic, version, kind, segment, previous_id, store_id, *rest, own_hash = SEGMENT_HEADER.unpack_from(data)
    salt, created_sequence, _, previous_end, previous_hash, _, _ = rest
    if own_hash != xxh64(data[: SEGMENT_HEADER.size - 8], superblock.store_low):
        raise Damage(path, 0, "the hash of the segment header does not fit")
    if magic != b"LSSG" or version != 1 or kind not in (HOT, COLD) or store_id != superblock.store_id:
        raise Damage(path, 0, "no segment header of this store and version")
    if segment != number:
        raise Damage(path, 8, f"the header is that of segment {segment}")
    return SegmentHeader(
        kind, segment, previous_id, salt, created_sequence, previous_end, previous_hash, own_hash,
    )


def frame_header(data, path, offset, limit, salt):
    """The header of the frame at an offset, which has to end at the limit or before."""
    if offset + FRAME_HEADER.size > limit:
        raise Damage(path, offset, "the segment ends in the header of a frame")
    fields = FRAME_HEADER.unpack_from(data, offset)
    magic, kind, zero, sequence, size, count, _, previous_hash, content_hash, more_zero, own_hash = fields
    if own_hash != xxh64(data[offset : offset + FRAME_HEADER.size - 8], salt ^ offset):
        raise Damage(path, offset, "the hash of the frame header does not fit")
    if magic != b"LSF1" or zero or more_zero or size % 8 or size > LONGEST_PAYLOAD:
        raise Damage(path, offset, "not the header of a frame")
    if kind not in KINDS_OF_RECORDS + (PADDING, REFERENCE):
        raise Damage(path, offset + 4, f"a frame of kind {kind}")
    frame = Frame(path, offset, kind, sequence, size, count, previous_hash, content_hash, own_hash)
    if frame.end > limit:
        raise Damage(path, offset, "the segment ends in the payload of the frame")
    return frame


def padding_frame(offset, end, salt):
    """The bytes of a padding frame that fills a gap."""
    size = end - offset - FRAME_HEADER.size
    header = FRAME_HEADER.pack(b"LSF1", PADDING, 0, 0, size, 0, 0, 0, 0, 0, 0)[:-8]
    return header + xxh64(header, salt ^ offset).to_bytes(8, "little") + bytes(size)


def verified_records(data, frame, salt, hash_seed):
    """The records of a frame; verifies the frame's payload, whatever its kind."""
    payload = data[frame.payload_offset : frame.end]
    if frame.kind in KINDS_OF_RECORDS:
        return records(data, frame, salt, hash_seed)
    if frame.kind == PADDING:
        if any(payload):
            offset = next(index for index, byte in enumerate(payload) if byte)
            raise Damage(frame.path, frame.payload_offset + offset, "padding that is not zero")
    elif frame.content_hash != xxh64(payload, salt):
        raise Damage(frame.path, frame.payload_offset, "the content hash of the frame does not fit")
    if frame.record_count:
        raise Damage(frame.path, frame.offset + 20, "records counted in a frame without records")
    return []


def records(data, frame, salt, hash_seed):
    """The verified records of a frame that has some."""
    found = []
    stamps = bytearray()
    offset = frame.payload_offset
    while offset < frame.end:
        record = record_at(data, frame, offset, hash_seed)
        found.append(record)
        stamps += data[offset + 16 : offset + 32]
        end = record.payload_offset + len(record.payload)
        offset = (end + 7) // 8 * 8
        if any(data[end:offset]):
            raise Damage(frame.path, end, "zeros are missing behind a record")
    if len(found) != frame.record_count:
        raise Damage(frame.path, frame.offset, f"{len(found)} records; the frame says {frame.record_count}")
    if frame.content_hash != xxh64(stamps, salt):
        raise Damage(frame.path, frame.offset, "the content hash of the frame does not fit")
    return found


def record_at(data, frame, offset, hash_seed):
    """The verified record at an offset."""
    if offset + RECORD_HEADER.size > frame.end:
        raise Damage(frame.path, offset, "the frame ends in the header of a record")
    size, kind, zero, layout, address, version, own_hash = RECORD_HEADER.unpack_from(data, offset)
    if not RECORD_HEADER.size <= size <= min(LONGEST_RECORD, frame.end - offset):
        raise Damage(frame.path, offset, f"a record of {size} bytes")
    payload = bytes(data[offset + RECORD_HEADER.size : offset + size])
    if own_hash != xxh64(payload, xxh64(data[offset : offset + 16], hash_seed)):
        raise Damage(frame.path, offset, "the hash of the record does not fit")
    record = Record(frame.path, offset, kind, layout, address, version, payload)
    if zero or not is_possible(record):
        raise Damage(frame.path, offset, "no possible header of a record")
    return record


def is_possible(record):
    """Whether a record is of a kind and at an address that there can be."""
    if record.kind in (PUT, TOMBSTONE, EDGE):
        return 1 <= record.address < ID_END
    return record.kind in OTHER_RECORDS
