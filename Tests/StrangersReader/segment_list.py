"""The list of the segments that count: FORMAT.md, section 8, "Segment list"."""

from dataclasses import dataclass
from struct import Struct

from failures import Damage
from files import list_path, read_file
from xxh64 import xxh64

HEADER = Struct("<4sHHQ16s7Q")
SECTION = Struct("<II5Q")
ENTRY = Struct("<IIQQQQ")
MAGIC = b"LSCK"
VERSION = 3
SEGMENT_TABLE = 1


@dataclass(frozen=True)
class ListedSegment:
    """A sealed segment, and how it ends."""

    id: int
    kind: int
    size: int
    last_hash: int


@dataclass(frozen=True)
class SegmentList:
    """The segments that count before a position in the log, and how the hot segment goes on there."""

    segment: int
    offset: int
    chain: int
    segments: list


def read_segment_list(store, superblock):
    """The list of the checkpoint that the superblock names; None if there is none that fits."""
    if superblock.checkpoint_id == 0:
        return None
    try:
        data = read_file(store, list_path(superblock.checkpoint_id))
    except Damage:
        return None
    if len(data) < HEADER.size:
        return None
    magic, version, _, number, store_id, _, segment, offset, chain, _, count, size = HEADER.unpack_from(data)
    if size > len(data) or xxh64(data[:size], superblock.store_high) != superblock.checkpoint_hash:
        return None
    if magic != MAGIC or version != VERSION or store_id != superblock.store_id or number != superblock.checkpoint_id:
        return None
    for index in range(count):
        kind, _, start, length, table_hash, _, _ = SECTION.unpack_from(data, HEADER.size + index * SECTION.size)
        if kind == SEGMENT_TABLE:
            table = data[start : start + length]
            if len(table) != length or xxh64(table, superblock.store_low) != table_hash:
                return None
            segments = [ListedSegment(*entry[:4]) for entry in ENTRY.iter_unpack(table)]
            return SegmentList(segment, offset, chain, segments)
    return None
