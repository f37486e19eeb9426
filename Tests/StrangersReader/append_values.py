#!/usr/bin/env python3
"""Appends a commit to the log of a store that was not closed: objects with values that the example never writes.

Usage: append_values.py STORE

Every value kind of FORMAT.md is there, with the values at its edges, and each way to keep a relationship.
Random values come from a fixed seed.
"""

import random
import sys
from struct import pack
from uuid import UUID

from frames import COMMIT, EDGE, FRAME_HEADER, HISTORY, LAYOUT, PUT, SCHEMA, TOMBSTONE
from limits import BLOCK, ID_END, up_to_block
from recovery import recovered
from schema import Catalog
from values import FIRST_VARIABLE, ORDER_KEY, REFERENCE, WIDTHS
from write_ahead_log import HASHED, HEADER
from xxh64 import xxh64

OPTIONAL, TO_MANY = 1, 2


def text(value):
    """A string as structures of the format have it."""
    data = value if isinstance(value, bytes) else value.encode()
    return pack("<I", len(data)) + data


def items(tag, *parts):
    """An array or object."""
    data = b"".join(parts)
    return pack("<BII", tag, len(data), len(parts)) + data


def nested(depth):
    """A number inside of that many arrays."""
    value = b"\3" + pack("<q", -1)
    for _ in range(depth):
        value = items(13, value)
    return value


def decimal(exponent, sign, length, mantissa):
    """A decimal, in whatever form."""
    return pack("<hBB", exponent, sign, length) + mantissa.to_bytes(16, "little")


def floats(form, size):
    """Floating-point numbers: edges, powers of two, and random ones of all sizes."""
    chosen = random.Random(size)
    edges = [-0.0, 0.1, 1e-4, 9.999e-5, 1e7, 2.0**24, 2.0**24 + 2, 1e22, float("inf"), -float("inf"), 2.0**-126]
    edges += [chosen.uniform(-1, 1) * 10 ** chosen.randint(-7, 17) for _ in range(18)]
    edges += [2.0**power for power in range(-120, 120, 15)] + [2.0**53, 2.0**53 + 2]
    return [pack(form, edge) for edge in edges] + [chosen.randbytes(size) for _ in range(18)]


def integers(size):
    """The edges of an integer of a size, signed or not."""
    return [bytes(size), b"\xff" * size, b"\0" * (size - 1) + b"\x80", b"\xff" * (size - 1) + b"\x7f"]


TEXTS = [b"", bytes(range(0x20)), b'/"\\\x7f\xc2\x85\xe2\x80\xa8', b"\xff|\xed\xa0\x80|\xf0\x9f\x98|\xc0\x80|\xe2\x82"]
DECIMALS = [
    decimal(*parts)
    for parts in (
        (0, 0, 0, 0), (0, 1, 0, 0), (5, 0, 0, 0), (3, 1, 0, 0), (-2, 1, 1, 1234), (0, 0, 1, 1000), (3, 0, 1, 1),
        (300, 0, 1, 1), (0, 0, 2, 1), (0, 0, 1, 70000), (0, 2, 1, 5), (0, 1, 1, 0), (127, 0, 8, (1 << 128) - 1),
    )
]
STRUCTURED = [
    items(14, text("$a") + b"\3" + pack("<q", -2), text("b") + items(13, b"\0", b"\1", b"\2")),
    *(b"\4" + data for data in integers(8)),
    *(b"\5" + data for data in floats("<f", 4)[::9]),
    *(b"\6" + data for data in floats("<d", 8)[::9]),
    b"\7" + text('"\n'),
    b"\x08" + text(b"\0\xff"),
    b"\x09" + pack("<d", 1.5),
    b"\x0a" + bytes(range(16)),
    *(b"\x0b" + data for data in DECIMALS),
    b"\x0c" + text("a:b"),
    nested(256),
    # What cannot be decoded:
    nested(257),
    items(14, text("b") + b"\0", text("a") + b"\0"),
    items(13, b"\0") + b"\0",
    pack("<BIIB", 13, 0, 1, 0),
    b"\7" + text(b"\xff"),
    b"\x0f",
    b"",
]
VALUES = {
    1: [b"\0", b"\1", b"\2"],
    **{kind: integers(WIDTHS[kind]) for kind in range(2, 10)},
    10: floats("<f", 4),
    11: floats("<d", 8),
    12: floats("<d", 8)[:20],
    13: [UUID("0123ABCD-0000-4000-8000-FEDCBA987654").bytes],
    14: DECIMALS,
    32: TEXTS,
    33: [b"", b"a", b"ab", b"abc"],
    34: TEXTS,
    35: STRUCTURED,
    36: STRUCTURED[:1],
    37: [b"\1\2"],
    38: [b"\1\2"],
}


class Model:
    """The entity that is added to a catalog, and its layout: one attribute a value kind, and relationships."""

    def __init__(self, catalog):
        first = catalog.next_property
        self.entity = max(catalog.entities) + 1
        self.attributes = {kind: first + index for index, kind in enumerate(VALUES)}
        self.lacking = first + len(VALUES)
        first = self.lacking + 2
        self.owner, self.owned, self.listed, self.peers, self.lower, self.upper = range(first, first + 6)
        self.fields = [(number, kind) for kind, number in self.attributes.items()]
        self.fields += [(self.owner, REFERENCE), (self.owner, ORDER_KEY), (self.upper + 1, 33)]

    def attribute(self, number, kind, default):
        """An attribute of the catalog; a default is a kind and bytes."""
        names = text(f"kind{kind}-{number}") + text("") + text("T") + text("")
        return pack("<IBBH", number, kind, 0, OPTIONAL) + names + pack("<I", default[0]) + text(default[1])

    def relationship(self, number, flags, inverse):
        """A relationship of the catalog."""
        numbers = pack("<IHHIIII", number, self.entity, flags, inverse, 0, 0, 0)
        return numbers + text(f"to-{number}") + text("") + text("")

    def added_to(self, payload):
        """The catalog's payload with the entity behind the others."""
        attributes = [self.attribute(number, kind, (0, b"")) for kind, number in self.attributes.items()]
        attributes.append(self.attribute(self.lacking, 32, (32, "the default".encode())))
        attributes.append(self.attribute(self.lacking + 1, 5, (0, b"")))
        relationships = [
            self.relationship(self.owner, OPTIONAL, self.owned),
            self.relationship(self.owned, TO_MANY, self.owner),
            self.relationship(self.listed, TO_MANY, 0),
            self.relationship(self.peers, TO_MANY, self.peers),
            self.relationship(self.lower, TO_MANY, self.upper),
            self.relationship(self.upper, TO_MANY, self.lower),
        ]
        entity = pack("<HHI", self.entity, 0, 0) + text("Made") + text("")
        entity += pack("<I", len(attributes)) + b"".join(attributes)
        entity += pack("<I", len(relationships)) + b"".join(relationships) + pack("<II", 0, 0)
        version, _, count = (int.from_bytes(payload[at : at + 4], "little") for at in (0, 4, 8))
        return pack("<III", version, self.upper + 1, count + 1) + payload[12:] + entity

    def layout(self):
        """The payload of the layout record."""
        return pack("<HHI", self.entity, 0, len(self.fields)) + b"".join(pack("<II", *field) for field in self.fields)

    def put(self, values):
        """The payload of an object with some values."""
        bitmap = sum(1 << index for index, field in enumerate(self.fields) if field in values)
        fixed, ends, area = b"", b"", b""
        for number, kind in self.fields:
            value = values.get((number, kind), b"")
            if kind < FIRST_VARIABLE:
                fixed += value.ljust(WIDTHS[kind], b"\0")
            else:
                area += value
                ends += pack("<I", len(area))
        return bitmap.to_bytes((len(self.fields) + 7) // 8, "little") + fixed + ends + area

    def objects(self, first):
        """The payloads of objects, one for each value of the kind that has most."""
        for index in range(max(map(len, VALUES.values()))):
            values = {(self.attributes[kind], kind): some[index] for kind, some in VALUES.items() if index < len(some)}
            if index % 3:
                values[self.owner, REFERENCE] = pack("<Q", first + index % 2)
            if index % 3 == 2:
                values[self.owner, ORDER_KEY] = pack("<Q", (1 << 64) - 1 - index)
            values[self.upper + 1, 33] = b"of no property"
            yield self.put(values)

    def edges(self, first):
        """The payloads of edges between the first objects."""
        chosen = random.Random(self.entity)
        pairs = [(owner, target) for owner in range(5) for target in range(5)]
        for relationship in (self.listed, self.peers, self.lower):
            for owner, target in chosen.sample(pairs, 9):
                if relationship == self.peers and owner > target:
                    continue  # an edge between the two may be there
                keys = chosen.choice((0, 1, 1 << 63)), chosen.choice((0, 1, 1 << 63))
                yield pack("<IIQQQQ", relationship, 0, first + owner, first + target, *keys)
        yield pack("<IIQQQQ", self.upper + 1, 0, first, first, 1, 1)  # of no relationship


class Commit:
    """The records of a commit, as they stand in its frame."""

    def __init__(self, sequence, hash_seed):
        self.sequence = sequence
        self.hash_seed = hash_seed
        self.payload = b""
        self.stamps = b""
        self.count = 0

    def add(self, kind, address, payload, layout=0):
        """Adds a record."""
        start = pack("<IBBHQ", 32 + len(payload), kind, 0, layout, address)
        stamp = pack("<QQ", self.sequence, xxh64(payload, xxh64(start, self.hash_seed)))
        record = start + stamp + payload
        self.payload += record + bytes(-len(record) % 8)
        self.stamps += stamp
        self.count += 1

    def frame(self, walk):
        """The frame that follows what a walk has read."""
        salt = walk.header.salt
        fields = (COMMIT, 0, self.sequence, len(self.payload), self.count, 0, walk.chain, xxh64(self.stamps, salt), 0)
        header = FRAME_HEADER.pack(b"LSF1", *fields, 0)[:-8]
        return header + pack("<Q", xxh64(header, salt ^ walk.offset)) + self.payload

    def group(self, recovery):
        """The block behind the groups of the log, and the group for it."""
        walk, superblock = recovery.walk, recovery.superblock
        block = recovery.groups[-1].end_block if recovery.groups else 0
        salt = superblock.epoch.salt
        body = self.frame(walk)
        fields = (salt, block, 1, self.sequence, walk.header.id, block, walk.offset, superblock.generation, ID_END)
        header = HEADER.pack(b"LSWG", HEADER.size + len(body), *fields, xxh64(body, salt), bytes(16), 0)[:HASHED]
        group = header + pack("<Q", xxh64(header, superblock.hash_seed ^ salt ^ block)) + body
        return block, group.ljust(up_to_block(len(group)), b"\0")


def main(store):
    """Appends the commit."""
    recovery = recovered(store)
    live = recovery.live
    catalog = Catalog(live.schema)
    model = Model(catalog)
    commit = Commit(recovery.walk.sequence + 1, recovery.superblock.hash_seed)
    layout = max(live.layouts) + 1
    first = max(live.by_id, default=0) + 1
    commit.add(SCHEMA, 0, model.added_to(live.schema.payload))
    commit.add(LAYOUT, layout, model.layout())
    address = first
    for payload in model.objects(first):
        commit.add(PUT, address, payload, layout)
        address += 1
    for payload in model.edges(first):
        commit.add(EDGE, address, payload)
        address += 1
    commit.add(TOMBSTONE, first + 7, b"")
    commit.add(HISTORY, commit.sequence, pack("<qII", 0, 0, 0))
    block, group = commit.group(recovery)
    half = recovery.superblock.epoch.half
    if block * BLOCK + len(group) > recovery.superblock.half_sizes[half]:
        sys.exit(f"append_values: {len(group)} bytes do not fit into the half behind block {block}")
    with open(f"{store}/wal.{half}", "r+b") as log:
        log.seek(block * BLOCK)
        log.write(group)


if __name__ == "__main__":
    main(sys.argv[1])
