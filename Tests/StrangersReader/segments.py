"""The segments as recovery sees them: files with the log put over them; FORMAT.md, section 11, step 4."""

from pathlib import Path

from failures import Damage, Unreadable
from files import SEGMENT_NAME, read_file, segment_path
from frames import (
    BULK, BULK_REFERENCE, FRAME_HEADER, HOT, REFERENCE, SEGMENT_HEADER, frame_header, padding_frame,
    segment_header,
)
from limits import BLOCK, HIGHEST_SEGMENT


class Segments:
    """The segments of a store, each read when it is first asked for."""

    def __init__(self, store, superblock):
        self.store = store
        self.superblock = superblock
        self.contents = {}

    def content(self, number):
        """The bytes of a segment."""
        if number not in self.contents:
            self.contents[number] = bytearray(read_file(self.store, segment_path(number)))
        return self.contents[number]

    def content_if_there(self, number):
        """The bytes of a segment; none if there is no file."""
        if number not in self.contents and not (Path(self.store) / segment_path(number)).exists():
            self.contents[number] = bytearray()
        return self.content(number)

    def header(self, number, kind):
        """The header of a segment, which has to be of a kind."""
        path = segment_path(number)
        header = segment_header(self.content(number), path, number, self.superblock)
        if header.kind != kind:
            raise Damage(path, 6, f"a {'cold' if kind == HOT else 'hot'} segment where none can be")
        return header

    def frame(self, header, offset, limit):
        """The header of the frame at an offset of a segment."""
        return frame_header(self.content(header.id), segment_path(header.id), offset, limit, header.salt)

    def followers(self, number):
        """The headers of the hot segments that name one as the segment before them."""
        try:
            names = sorted(entry.name for entry in (Path(self.store) / "seg").iterdir())
        except OSError as error:
            raise Unreadable(f"seg: {error.strerror}") from None
        for name in names:
            if SEGMENT_NAME.fullmatch(name) and number < int(name[:10]) <= HIGHEST_SEGMENT:
                try:
                    header = self.header(int(name[:10]), HOT)
                except Damage:
                    continue
                if header.previous_id == number:
                    yield header

    def chain(self, last, first=None):
        """The headers of the hot segments up to one, from the given one on, or the one that begins their chain."""
        headers = [self.header(last, HOT)]
        while headers[0].id != first and headers[0].previous_id != 0:
            number = headers[0].previous_id
            if number >= headers[0].id:
                raise Damage(segment_path(headers[0].id), 12, f"segment {number} cannot be before this one")
            headers.insert(0, self.header(number, HOT))
        return headers


class Redo:
    """Puts the bodies of groups to their places, in memory; ends at the end of the log."""

    def __init__(self, segments, mark):
        self.segments = segments
        self.segment = mark.segment
        self.offset = mark.offset

    def apply(self, groups):
        """Redoes the groups that end beyond the durable mark."""
        mark = (self.segment, self.offset)
        for group in groups:
            if group.end > mark:
                self.redo(group)

    def redo(self, group):
        """Puts one body to its place."""
        if group.offset == 0:
            path = segment_path(group.segment)
            self.begin_segment(segment_header(group.body, path, group.segment, self.segments.superblock))
            # What the file holds behind the body may be a bulk frame, which is nowhere else.
            content = self.segments.content_if_there(group.segment)
            content[: len(group.body)] = group.body
        else:
            self.step_over_bulk_frame(group)
            if group.segment != self.segment:
                raise Damage(segment_path(group.segment), group.offset, "a group beyond the segment before it")
            self.fill(group.offset)
            content = self.segments.content(self.segment)
            content[group.offset : group.offset + len(group.body)] = group.body
        self.segment, self.offset = group.end

    def begin_segment(self, header):
        """Ends the segment at hand where the header of the next one says, and goes over to that."""
        if header.kind != HOT or header.previous_id != self.segment or header.id <= self.segment:
            raise Damage(segment_path(header.id), 0, f"not the hot segment that follows segment {self.segment}")
        self.fill(header.previous_end)
        self.segment, self.offset = header.id, SEGMENT_HEADER.size

    def step_over_bulk_frame(self, group):
        """If a group is a bulk reference, steps over the bulk frame, which is durable in its segment."""
        if len(group.body) != FRAME_HEADER.size + BULK_REFERENCE.size:
            return
        if FRAME_HEADER.unpack_from(group.body)[1] != REFERENCE:
            return
        first_offset = BULK_REFERENCE.unpack_from(group.body, FRAME_HEADER.size)[0]
        if group.segment != self.segment:
            self.begin_segment(self.segments.header(group.segment, HOT))
        # Padding that was synced with the bulk frame is not in the log's care.
        if self.offset == SEGMENT_HEADER.size:
            self.hold(first_offset)
        else:
            self.fill(first_offset)
        frame = self.segments.frame(self.segments.header(self.segment, HOT), first_offset, group.offset)
        if frame.kind != BULK:
            raise Damage(frame.path, first_offset, "no bulk frame, but the log refers to one here")
        self.offset = frame.end
        self.hold(group.offset)

    def hold(self, end):
        """Goes up to an offset of the segment at hand, up to which the file has to be there."""
        self.step(end)
        size = len(self.segments.content(self.segment))
        if size < end:
            raise Damage(segment_path(self.segment), size, f"the file ends before {end}, to which it is durable")

    def fill(self, end):
        """Fills the gap up to an offset of the segment at hand with padding."""
        start = self.offset
        self.step(end)
        if start != end:
            salt = self.segments.header(self.segment, HOT).salt
            self.segments.content(self.segment)[start:end] = padding_frame(start, end, salt)

    def step(self, end):
        """Goes up to an offset of the segment at hand, if what padding may fill lies between."""
        gap = end - self.offset
        path = segment_path(self.segment)
        if gap < 0 or 0 < gap < FRAME_HEADER.size or gap >= 2 * BLOCK or gap % 8:
            raise Damage(path, self.offset, f"the log leaves a gap of {gap} bytes")
        content = self.segments.content(self.segment)
        if len(content) < self.offset:
            raise Damage(path, len(content), f"the file ends before {self.offset}, to which it is durable")
        self.offset = end
