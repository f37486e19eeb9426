"""From the directory to the records that are live: FORMAT.md, section 11.

No checkpoint is needed: the list of segments says what counts before a position in the log. Where there is none, the
chain of hot segments is followed back from the end of the log to the segment that begins it.
"""

from dataclasses import dataclass

from failures import Damage
from files import segment_path
from frames import (
    BULK, BULK_REFERENCE, COLD, COMMIT, COMPACTION, EDGE, HOT, LAYOUT, PADDING, PUT, REFERENCE, SCHEMA, SEGMENT_HEADER,
    TOMBSTONE, verified_records,
)
from limits import SEQUENCE_END
from locks import shared_look
from segment_list import read_segment_list
from segments import Redo, Segments
from superblock import Superblock, read_superblock
from write_ahead_log import read_log


class LiveRecords:
    """Of each address the record with the highest version."""

    def __init__(self):
        self.schema = None
        self.layouts = {}
        self.by_id = {}

    def add(self, records):
        """Takes in the records of a frame."""
        for record in records:
            if record.kind in (PUT, TOMBSTONE, EDGE):
                known = self.by_id.get(record.address)
                if known is None or known.version <= record.version:
                    self.by_id[record.address] = record
            elif record.kind == LAYOUT:
                self.layouts[record.address] = record
            elif record.kind == SCHEMA and (self.schema is None or self.schema.version <= record.version):
                self.schema = record

    def of_kind(self, kind):
        """The live records of a kind, by rising address."""
        return sorted(
            (record for record in self.by_id.values() if record.kind == kind), key=lambda record: record.address
        )


class Walk:
    """Follows frames from the header of a segment on, and gathers what counts (rules 6 to 8)."""

    def __init__(self, segments, live):
        self.segments = segments
        self.live = live
        self.sequence = 0
        self.header = None
        self.chain = None
        self.offset = 0
        self.bulk = None  # a bulk frame and its records, which wait for the reference

    def begin(self, header):
        """Goes to the first frame of a segment."""
        self.header = header
        self.chain = header.hash
        self.offset = SEGMENT_HEADER.size

    def follow(self, end):
        """Reads frames up to an offset, at which one has to end."""
        while self.offset < end:
            self.step(end)

    def step(self, limit):
        """Reads the frame at hand."""
        frame = self.segments.frame(self.header, self.offset, limit)
        content = self.segments.content(self.header.id)
        records = verified_records(content, frame, self.header.salt, self.segments.superblock.hash_seed)
        if frame.kind != PADDING:
            self.count(frame, records, content)
            self.chain = frame.hash
        self.offset = frame.end

    def count(self, frame, records, content):
        """Takes in a frame that is no padding, if it follows."""
        if frame.previous_hash != self.chain:
            raise Damage(frame.path, frame.offset + 32, "the frame does not follow the one before it")
        if frame.kind in (COMMIT, REFERENCE) and not self.sequence < frame.sequence < SEQUENCE_END:
            raise Damage(frame.path, frame.offset + 8, f"commit {frame.sequence} behind commit {self.sequence}")
        if (frame.kind == REFERENCE) != (self.bulk is not None):
            raise Damage(frame.path, frame.offset, "a bulk frame and its reference do not stand together")
        if (frame.kind == COMPACTION) != (self.header.kind == COLD):
            raise Damage(frame.path, frame.offset, f"a frame of kind {frame.kind} in a segment of the other kind")
        if frame.kind == BULK:
            self.bulk = (frame, records)
            return
        if frame.kind == REFERENCE:
            records = self.records_of_bulk_frame(frame, content)
        self.live.add(records)
        if frame.kind != COMPACTION:
            self.sequence = frame.sequence

    def records_of_bulk_frame(self, reference, content):
        """The records that count through a reference."""
        bulk, records = self.bulk
        self.bulk = None
        if reference.payload_size != BULK_REFERENCE.size:
            raise Damage(reference.path, reference.offset + 16, "not the size of a bulk reference")
        named = BULK_REFERENCE.unpack_from(content, reference.payload_offset)
        if named != (bulk.offset, bulk.offset, bulk.hash, bulk.hash, 1) or reference.sequence != bulk.sequence:
            raise Damage(reference.path, reference.payload_offset, "a reference to another bulk frame")
        return records


def load_listed_segments(segments, live, listed):
    """Reads the sealed segments of a list, and what the hot segment holds before its position."""
    for entry in listed.segments:
        header = segments.header(entry.id, entry.kind)
        load_segment(segments, live, header, entry.size, entry.last_hash)
    load_segment(segments, live, segments.header(listed.segment, HOT), listed.offset, listed.chain)


def load_segment(segments, live, header, end, last_hash):
    """Reads a segment up to an offset, where it has to end with a certain frame."""
    path = segment_path(header.id)
    if len(segments.content(header.id)) < end:
        raise Damage(path, len(segments.content(header.id)), f"the file ends before {end}")
    walk = Walk(segments, live)
    walk.begin(header)
    walk.follow(end)
    if walk.offset != end or walk.chain != last_hash:
        raise Damage(path, end, "the segment does not end with the frame that the list names")


def check_mark(walk, mark):
    """Compares what the walk found up to the durable mark with it."""
    path = segment_path(mark.segment)
    if walk.chain != mark.chain:
        raise Damage(path, mark.offset, "what is before the durable mark is not what the superblock says")
    if walk.sequence != mark.sequence:
        raise Damage(path, mark.offset, f"commit {walk.sequence} before the durable mark, not {mark.sequence}")


def walk_chain(walk, headers, mark, end):
    """Walks the chain of hot segments to an offset of its last one, past the durable mark."""
    for header, next_header in zip(headers, headers[1:] + [None]):
        walk.begin(header)
        if header.id == mark.segment:
            walk.follow(mark.offset)
            check_mark(walk, mark)
        segment_end = next_header.previous_end if next_header else end
        walk.follow(segment_end)
        if walk.offset != segment_end:
            raise Damage(segment_path(header.id), segment_end, "no frame ends where the segment does")
        if next_header and next_header.previous_hash != walk.chain:
            raise Damage(segment_path(next_header.id), 64, "the segment before it ends with another frame")


def walk_beside_writer(walk):
    """Walks beyond the durable mark until a frame is not valid: what is there may just be being written."""
    while True:
        try:
            walk.step(len(walk.segments.content(walk.header.id)))
        except Damage:
            following = [
                header for header in walk.segments.followers(walk.header.id)
                if header.previous_end == walk.offset and header.previous_hash == walk.chain
            ]
            if not following:
                return
            walk.begin(following[0])


@dataclass(frozen=True)
class Recovery:
    """What recovery found of a store."""

    superblock: Superblock
    groups: list
    walk: Walk  # stands at the end of the log
    live: LiveRecords


def recovered(store):
    """Recovers a store in memory; begins again if a writer changed its files meanwhile."""
    with shared_look(store) as has_writer:
        while True:
            superblock = read_superblock(store)
            try:
                return recovery_from(store, superblock, has_writer)
            except Damage:
                if not has_writer or read_superblock(store).generation == superblock.generation:
                    raise


def recovery_from(store, superblock, has_writer):
    """Recovers a store in memory from a superblock."""
    segments = Segments(store, superblock)
    mark = superblock.mark
    groups = [] if has_writer else read_log(store, superblock)
    redo = Redo(segments, mark)
    redo.apply(groups)
    listed = read_segment_list(store, superblock)
    headers = segments.chain(redo.segment, listed.segment if listed else None)
    if mark.segment not in [header.id for header in headers]:
        raise Damage(segment_path(redo.segment), 12, f"the chain does not lead through segment {mark.segment}")
    live = LiveRecords()
    if listed:
        if headers[0].id != listed.segment:
            raise Damage(segment_path(headers[0].id), 12, f"the chain does not lead to segment {listed.segment}")
        load_listed_segments(segments, live, listed)
    walk = Walk(segments, live)
    walk.sequence = headers[0].created_sequence
    walk_chain(walk, headers, mark, redo.offset)
    last = groups[-1].last_sequence if groups else mark.sequence
    if has_writer:
        walk_beside_writer(walk)
    elif walk.sequence != last:
        raise Damage(segment_path(redo.segment), redo.offset, f"commit {walk.sequence} is last, not {last}")
    return Recovery(superblock, groups, walk, live)
