"""The write-ahead log: FORMAT.md, sections 4, 10 (rules 2 to 4) and 11 (steps 2 and 3)."""

from dataclasses import dataclass
from struct import Struct

from failures import Damage
from files import read_file
from limits import BLOCK, HIGHEST_SEGMENT, ID_END, SEQUENCE_END, up_to_block
from superblock import SLOTS
from xxh64 import xxh64

MAGIC = b"LSWG"
HEADER = Struct("<4sIQIIQIIQQQQ16sQ")
HASHED = HEADER.size - 8
SECTOR = 512


@dataclass(frozen=True)
class Group:
    """A valid group of the log."""

    block: int
    salt: int
    frame_count: int
    first_sequence: int
    segment: int
    offset: int
    promise: int
    generation: int
    body: bytes

    @property
    def last_sequence(self):
        """The number of its last commit."""
        return self.first_sequence + self.frame_count - 1

    @property
    def end_block(self):
        """The block behind its zeros."""
        return self.block + up_to_block(HEADER.size + len(self.body)) // BLOCK

    @property
    def end(self):
        """The position at which its body ends."""
        return self.segment, self.offset + len(self.body)


class Half:
    """One half of the log, in memory."""

    def __init__(self, store, number, superblock):
        self.path = f"wal.{number}"
        self.hash_seed = superblock.hash_seed
        size = superblock.half_sizes[number]
        self.data = memoryview(self.bytes_of(store, superblock.is_clean))[:size]
        if len(self.data) < size and not superblock.is_clean:
            raise Damage(self.path, len(self.data), f"the file ends; the superblock says {size} bytes")

    def bytes_of(self, store, is_clean):
        """The bytes of the file; after a clean close it may be missing."""
        try:
            return read_file(store, self.path)
        except Damage:
            if is_clean:
                return b""
            raise

    @property
    def block_count(self):
        """The number of blocks."""
        return len(self.data) // BLOCK

    def header(self, block):
        """The fields of a group header whose hash fits, else None."""
        start = block * BLOCK
        if start + HEADER.size > len(self.data) or self.data[start : start + 4] != MAGIC:
            return None
        fields = HEADER.unpack_from(self.data, start)
        seed = self.hash_seed ^ fields[2] ^ block
        return fields if fields[-1] == xxh64(self.data[start : start + HASHED], seed) else None

    def group(self, block):
        """The valid group that begins at a block, else None."""
        fields = self.header(block)
        if fields is None:
            return None
        _, size, salt, number, count, first, segment, promise, offset, generation, id_limit, body_hash, zero, _ = fields
        start = block * BLOCK
        if not HEADER.size <= size <= len(self.data) - start:
            return None
        body = self.data[start + HEADER.size : start + size]
        is_valid = (
            number == block
            and not any(zero)
            and not any(self.data[start + size : start + up_to_block(size)])
            and 1 <= segment <= HIGHEST_SEGMENT
            and id_limit <= ID_END
            and first < SEQUENCE_END
            and body_hash == xxh64(body, salt)
        )
        if not is_valid:
            return None
        return Group(block, salt, count, first, segment, offset, promise, generation, bytes(body))

    def groups(self, first_block=0):
        """The valid groups at any of the blocks from one on."""
        for block in range(first_block, self.block_count):
            group = self.group(block)
            if group is not None:
                yield group

    def is_torn(self):
        """Whether what is at block 0 can be left of a write that a crash cut off."""
        return not any(self.data[:SECTOR]) or self.header(0) is not None


def needed_of_previous(store, superblock):
    """The groups of the previous epoch, if they are needed (rule 4)."""
    epoch = superblock.previous
    if epoch is None or epoch.last_sequence <= superblock.mark.sequence:
        return []
    half = Half(store, epoch.half, superblock)
    groups = []
    block = 0
    expected = epoch.first_sequence
    while block < epoch.end_block:
        group = half.group(block)
        if group is None or group.salt != epoch.salt or group.first_sequence != expected or group.frame_count == 0:
            raise Damage(half.path, block * BLOCK, f"the group with commit {expected} is needed and not valid")
        groups.append(group)
        block = group.end_block
        expected = group.last_sequence + 1
    if block != epoch.end_block or expected != epoch.last_sequence + 1:
        raise Damage(half.path, block * BLOCK, f"the epoch ends before commit {epoch.last_sequence}")
    return groups


def counting_groups(half, superblock):
    """The groups of the active epoch that count (rule 3)."""
    groups = []
    block = 0
    expected = superblock.epoch.first_sequence
    while block < half.block_count:
        group = half.group(block)
        counts = (
            group is not None
            and group.salt == superblock.epoch.salt
            and group.generation <= superblock.generation
            and group.first_sequence == expected
            and group.frame_count > 0
        )
        if not counts:
            break
        groups.append(group)
        block = group.end_block
        expected = group.last_sequence + 1
    return groups


def check_rest(half, end, superblock):
    """Tells a torn tail from damage, in the blocks from the first one that does not count."""
    for group in half.groups(end):
        if group.salt == superblock.epoch.salt and group.promise > end:
            raise Damage(half.path, end * BLOCK, "a group that was durable is not valid")
        check_generation(half, group, superblock)
    if end == 0 and not superblock.is_clean and not half.is_torn():
        raise Damage(half.path, 0, "neither a group nor what a torn write leaves")


def check_generation(half, group, superblock):
    """Refuses what was written under a superblock that is not there any more."""
    if group.generation > superblock.generation:
        what = f"generation {superblock.generation} counts, but {half.path} has a group of a later one"
        raise Damage("SUPER", group.generation % SLOTS * BLOCK, what)


def read_log(store, superblock):
    """All groups that count, in the order of their commits."""
    active = Half(store, superblock.epoch.half, superblock)
    other = Half(store, 1 - superblock.epoch.half, superblock)
    previous = needed_of_previous(store, superblock)
    groups = counting_groups(active, superblock)
    check_rest(active, groups[-1].end_block if groups else 0, superblock)
    first_of_other = other.group(0)
    if first_of_other is not None:
        check_generation(other, first_of_other, superblock)
    return previous + groups
