"""The superblock: FORMAT.md, sections 3 and 10, rule 1."""

from dataclasses import dataclass
from struct import Struct
from typing import Optional

from failures import Damage, Foreign
from files import read_file
from limits import BLOCK, HIGHEST_SEGMENT, ID_END, SEGMENT_SIZE_END, SEQUENCE_END
from xxh64 import xxh64

MAGIC = b"LOGSTOR1"
HASH_SEED = int.from_bytes(MAGIC, "little")
SLOTS = 3
IDENTITY = Struct("<8sHHI16sQQ")  # magic, versions, slotSize, storeID, generation, incompatibleFeatures
LOG = Struct("<QQ4BI")  # hashSeed, idLimit, half0, half1, segmentTarget, isClean, highestSegment
CHECKPOINT = Struct("<5Q")  # id, sequence, segment, offset, hash
MARK = Struct("<4Q")
EPOCHS = Struct("<4Q5Q")
WORD = Struct("<Q")
HASH_OFFSET = BLOCK - WORD.size


@dataclass(frozen=True)
class Mark:
    """The durable mark: a position, the last header hash before it and the last commit before it."""

    segment: int
    offset: int
    chain: int
    sequence: int


@dataclass(frozen=True)
class Epoch:
    """An epoch of the log; of the previous one the end is known too."""

    half: int
    salt: int
    first_sequence: int
    last_sequence: int = 0
    end_block: int = 0


@dataclass(frozen=True)
class Superblock:
    """What a reader that does without checkpoints needs of a slot."""

    generation: int
    store_id: bytes
    hash_seed: int
    half_sizes: tuple
    is_clean: bool
    checkpoint_id: int
    checkpoint_hash: int
    mark: Mark
    epoch: Epoch
    previous: Optional[Epoch]

    @property
    def store_low(self):
        """storeID.low."""
        return int.from_bytes(self.store_id[:8], "little")

    @property
    def store_high(self):
        """storeID.high."""
        return int.from_bytes(self.store_id[8:], "little")


def has_fitting_hash(slot):
    """Whether the slot is one that a store of any version wrote."""
    return slot[:8] == MAGIC and WORD.unpack_from(slot, HASH_OFFSET)[0] == xxh64(slot[:HASH_OFFSET], HASH_SEED)


def decoded(slot, number):
    """The superblock in a slot whose hash fits; None if it is not valid."""
    _, major, _, slot_size, store_id, generation, incompatible = IDENTITY.unpack_from(slot, 0)
    if major != 1 or incompatible != 0:
        raise Foreign(f"SUPER: offset {number * BLOCK}: a newer format, version {major}, features {incompatible:#x}")
    hash_seed, id_limit, half_0, half_1, target, is_clean, highest_segment = LOG.unpack_from(slot, 64)
    checkpoint_id, checkpoint_sequence, checkpoint_segment, checkpoint_offset, checkpoint_hash = (
        CHECKPOINT.unpack_from(slot, 88)
    )
    mark = Mark(*MARK.unpack_from(slot, 128))
    epoch_number, salt, first, half, flags, *previous = EPOCHS.unpack_from(slot, 160)
    has_previous = flags & 1 != 0
    previous_half = flags >> 8 & 0xFF
    is_valid = (
        slot_size == BLOCK
        and generation % SLOTS == number
        and 1 <= generation < SEQUENCE_END
        and all(15 <= size <= 24 for size in (half_0, half_1))
        and 16 <= target <= 26
        and id_limit <= ID_END
        and highest_segment <= HIGHEST_SEGMENT
        and 1 <= mark.segment <= HIGHEST_SEGMENT
        and mark.offset % BLOCK == 0
        and checkpoint_segment <= HIGHEST_SEGMENT
        and all(offset < SEGMENT_SIZE_END for offset in (mark.offset, checkpoint_offset))
        and all(
            number < SEQUENCE_END
            for number in (mark.sequence, epoch_number, first, checkpoint_id, checkpoint_sequence)
        )
        and half <= 1
        and (previous_half <= 1 or not has_previous)
    )
    if not is_valid:
        return None
    return Superblock(
        generation=generation,
        store_id=store_id,
        hash_seed=hash_seed,
        half_sizes=(1 << half_0, 1 << half_1),
        is_clean=is_clean != 0,
        checkpoint_id=checkpoint_id,
        checkpoint_hash=checkpoint_hash,
        mark=mark,
        epoch=Epoch(half, salt, first),
        previous=Epoch(previous_half, *previous) if has_previous else None,
    )


def no_store(path):
    """The failure for a path at which there is no superblock."""
    return Foreign(f"{path}: there is no store at this path")


def read_slots(store):
    """The superblocks of the slots, None for one that is not valid; slots that were never written are left out."""
    data = read_file(store, "SUPER", missing=no_store)
    slots = {}
    for number in range(SLOTS):
        slot = data[number * BLOCK : (number + 1) * BLOCK]
        if any(slot):
            slots[number] = decoded(slot, number) if len(slot) == BLOCK and has_fitting_hash(slot) else None
    return slots


def read_superblock(store):
    """The superblock that counts."""
    valid = [superblock for superblock in read_slots(store).values() if superblock is not None]
    if not valid:
        raise Damage("SUPER", 0, "none of the three slots holds a valid superblock")
    return max(valid, key=lambda superblock: superblock.generation)
