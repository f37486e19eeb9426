"""The 64-bit xxHash of FORMAT.md, section 1."""

from struct import Struct

MASK = (1 << 64) - 1
PRIME_1 = 0x9E3779B185EBCA87
PRIME_2 = 0xC2B2AE3D27D4EB4F
PRIME_3 = 0x165667B19E3779F9
PRIME_4 = 0x85EBCA77C2B2AE63
PRIME_5 = 0x27D4EB2F165667C5

STRIPE = Struct("<4Q")
WORD = Struct("<Q")
HALF_WORD = Struct("<I")


def rotated(value, count):
    """A word of 64 bits, rotated to the left."""
    return ((value << count) | (value >> (64 - count))) & MASK


def merged(accumulator, lane):
    """The accumulator with one of the four lanes mixed in."""
    accumulator ^= rotated(lane * PRIME_2 & MASK, 31) * PRIME_1 & MASK
    return (accumulator * PRIME_1 + PRIME_4) & MASK


def hash_of_stripes(data, seed):
    """What the whole stripes of 32 bytes leave in the accumulator."""
    lane_1 = (seed + PRIME_1 + PRIME_2) & MASK
    lane_2 = (seed + PRIME_2) & MASK
    lane_3 = seed
    lane_4 = (seed - PRIME_1) & MASK
    # The rotated words are not masked: bits above the 64th do not reach the lower 64 bits of a product.
    for word_1, word_2, word_3, word_4 in STRIPE.iter_unpack(data):
        lane_1 = (lane_1 + word_1 * PRIME_2) & MASK
        lane_1 = ((lane_1 << 31) | (lane_1 >> 33)) * PRIME_1 & MASK
        lane_2 = (lane_2 + word_2 * PRIME_2) & MASK
        lane_2 = ((lane_2 << 31) | (lane_2 >> 33)) * PRIME_1 & MASK
        lane_3 = (lane_3 + word_3 * PRIME_2) & MASK
        lane_3 = ((lane_3 << 31) | (lane_3 >> 33)) * PRIME_1 & MASK
        lane_4 = (lane_4 + word_4 * PRIME_2) & MASK
        lane_4 = ((lane_4 << 31) | (lane_4 >> 33)) * PRIME_1 & MASK
    result = rotated(lane_1, 1) + rotated(lane_2, 7) + rotated(lane_3, 12) + rotated(lane_4, 18)
    for lane in (lane_1, lane_2, lane_3, lane_4):
        result = merged(result & MASK, lane)
    return result


def xxh64(data, seed=0):
    """H(data, seed)."""
    data = memoryview(data)
    length = len(data)
    position = length & ~31
    result = hash_of_stripes(data[:position], seed) if position else (seed + PRIME_5) & MASK
    result = (result + length) & MASK
    while position + 8 <= length:
        word = WORD.unpack_from(data, position)[0]
        result ^= rotated(word * PRIME_2 & MASK, 31) * PRIME_1 & MASK
        result = (rotated(result, 27) * PRIME_1 + PRIME_4) & MASK
        position += 8
    if position + 4 <= length:
        result ^= HALF_WORD.unpack_from(data, position)[0] * PRIME_1 & MASK
        result = (rotated(result, 23) * PRIME_2 + PRIME_3) & MASK
        position += 4
    while position < length:
        result ^= data[position] * PRIME_5 & MASK
        result = rotated(result, 11) * PRIME_1 & MASK
        position += 1
    result = (result ^ (result >> 33)) * PRIME_2 & MASK
    result = (result ^ (result >> 29)) * PRIME_3 & MASK
    return result ^ (result >> 32)
