"""The limits of FORMAT.md, section 14."""

BLOCK = 4096
HIGHEST_SEGMENT = (1 << 24) - 1
SEQUENCE_END = 1 << 62
ID_END = 1 << 40
SEGMENT_SIZE_END = 1 << 33
HIGHEST_ENTITY = 65534
LONGEST_PAYLOAD = 1 << 30
LONGEST_RECORD = 1 << 26


def up_to_block(offset):
    """The offset of the block that begins there or behind it."""
    return (offset + BLOCK - 1) // BLOCK * BLOCK
