"""Objects, their values and relationships: FORMAT.md, sections 7 and 17."""

from collections import defaultdict

from blobs import external_value
from failures import Damage
from frames import EDGE, EDGE_PAYLOAD, PUT
from json_text import string_text
from schema import NO_DEFAULT, Catalog, read_layout
from values import EXTERNAL, ORDER_KEY, REFERENCE, TEXTS, fields_of_put


class StoredObject:
    """An object: its entity and the values that its record has."""

    def __init__(self, record, layout, entity):
        self.id = record.address
        self.entity = entity
        self.fields = fields_of_put(record, layout)
        self.kinds = dict(layout.fields)
        self.path = record.path

    def number(self, relationship, kind):
        """The reference or order key of a relationship; 0 if it is absent."""
        return int.from_bytes(self.fields.get((relationship, kind), b""), "little")


class Graph:
    """All objects of a store."""

    def __init__(self, live):
        self.catalog = Catalog(live.schema) if live.schema else None
        self.layouts = {number: read_layout(record) for number, record in live.layouts.items()}
        self.objects = [self.object_in(record) for record in live.of_kind(PUT)]
        # By relationship and owner: the targets, each behind its place.
        self.targets = defaultdict(list)
        self.add_derived_targets()
        for record in live.of_kind(EDGE):
            self.add_edge(record)

    def object_in(self, record):
        """The object that a put describes."""
        layout = self.layouts.get(record.layout)
        entity = self.catalog.entities.get(layout.entity) if self.catalog and layout else None
        if entity is None:
            raise Damage(record.path, record.offset + 6, f"layout {record.layout} leads to no entity")
        return StoredObject(record, layout, entity)

    def add_derived_targets(self):
        """To-many relationships whose inverse is to-one."""
        for one in self.objects:
            for relationship in self.catalog.relationships_of(one.entity):
                owner = one.number(relationship.id, REFERENCE)
                if owner and relationship.inverse and not relationship.is_to_many:
                    place = one.number(relationship.id, ORDER_KEY)
                    self.targets[relationship.inverse, owner].append((place, one.id))

    def add_edge(self, record):
        """One target of a to-many relationship, and its other end; passes over what the catalog lacks."""
        if len(record.payload) != EDGE_PAYLOAD.size:
            raise Damage(record.path, record.payload_offset, f"{len(record.payload)} bytes as an edge")
        number, _, owner, target, owner_key, target_key = EDGE_PAYLOAD.unpack(record.payload)
        relationship = self.catalog.relationships.get(number) if self.catalog else None
        if relationship is None:
            return
        self.targets[number, owner].append((owner_key, target))
        is_to_itself = relationship.inverse == number and owner == target
        if relationship.inverse and not is_to_itself:
            self.targets[relationship.inverse, target].append((target_key, owner))

    def lines(self):
        """The lines of the dump."""
        for one in self.objects:
            values = ",".join(
                f"{string_text(attribute.name)}:{self.attribute_text(one, attribute)}"
                for attribute in self.catalog.stored_attributes(one.entity)
            )
            relationships = ",".join(
                f"{string_text(relationship.name)}:{self.relationship_text(one, relationship)}"
                for relationship in self.catalog.relationships_of(one.entity)
            )
            name = string_text(one.entity.name)
            yield f'{{"id":{one.id},"entity":{name},"values":{{{values}}},"relationships":{{{relationships}}}}}'

    def attribute_text(self, one, attribute):
        """The value of an attribute."""
        if attribute.id not in one.kinds:
            has_default = attribute.default_kind != NO_DEFAULT
            return TEXTS[attribute.default_kind](attribute.default) if has_default else "null"
        kind = one.kinds[attribute.id]
        data = one.fields.get((attribute.id, kind))
        if data is None:
            return "null"
        if kind == EXTERNAL and attribute.kind != EXTERNAL:
            value = external_value(data, one.path)
            if value is not None:
                return TEXTS[attribute.kind](value)
        return TEXTS[kind](data)

    def relationship_text(self, one, relationship):
        """The targets of a relationship."""
        if relationship.is_to_many:
            return f"[{','.join(str(target) for _, target in sorted(self.targets[relationship.id, one.id]))}]"
        return str(one.number(relationship.id, REFERENCE) or "null")
