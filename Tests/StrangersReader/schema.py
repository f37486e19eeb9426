"""The catalog and the layouts: FORMAT.md, section 7."""

from dataclasses import dataclass

from limits import HIGHEST_ENTITY
from payload import Payload
from values import FIRST_VARIABLE, TEXTS, WIDTHS

EPHEMERAL = 16
TO_MANY = 2
MOST_ANCESTORS = 1000
NO_DEFAULT = 0


@dataclass(frozen=True)
class Attribute:
    """A stored or ephemeral value of an entity."""

    id: int
    kind: int
    flags: int
    name: str
    default_kind: int
    default: bytes


@dataclass(frozen=True)
class Relationship:
    """A to-one or to-many relationship of an entity."""

    id: int
    destination: int
    flags: int
    inverse: int
    name: str

    @property
    def is_to_many(self):
        """Whether it has any number of targets."""
        return self.flags & TO_MANY != 0


@dataclass(frozen=True)
class Entity:
    """A class of objects; attributes and relationships are its own ones, without those of ancestors."""

    id: int
    parent: int
    name: str
    attributes: list
    relationships: list
    constraints: list


@dataclass(frozen=True)
class Layout:
    """The fields of a put, each a property and a value kind."""

    entity: int
    fields: list


class Catalog:
    """The entities of a store."""

    def __init__(self, record):
        self.payload = Payload(record.payload, record.path, record.payload_offset)
        version = self.payload.u32()
        if version != 1:
            raise self.payload.damage(f"a catalog of version {version}")
        self.next_property = self.payload.u32()
        entities = self.payload.list_of(self.read_entity)
        self.payload.end()
        self.entities = {entity.id: entity for entity in entities}
        self.relationships = {one.id: one for entity in entities for one in entity.relationships}
        self.check(entities)

    def read_entity(self):
        """The next entity."""
        payload = self.payload
        number, parent, _ = payload.u16(), payload.u16(), payload.u32()
        name, _ = payload.text(), payload.text()
        attributes = payload.list_of(self.read_attribute)
        relationships = payload.list_of(self.read_relationship)
        constraints = payload.list_of(self.read_properties) + payload.list_of(self.read_properties)
        return Entity(number, parent, name, attributes, relationships, constraints)

    def read_attribute(self):
        """The next attribute."""
        payload = self.payload
        number, kind, _, flags = payload.u32(), payload.u8(), payload.u8(), payload.u16()
        name, _, _, _ = (payload.text() for _ in range(4))
        default_kind, default = payload.u32(), payload.counted()
        if kind not in TEXTS or default_kind not in TEXTS and default_kind != NO_DEFAULT:
            raise payload.damage(f"the attribute {name} is of an unknown value kind")
        if default_kind < FIRST_VARIABLE and default_kind != NO_DEFAULT and len(default) != WIDTHS[default_kind]:
            raise payload.damage(f"the default of {name} has another size than its kind")
        return Attribute(number, kind, flags, name, default_kind, default)

    def read_relationship(self):
        """The next relationship."""
        payload = self.payload
        number, destination, flags, inverse = payload.u32(), payload.u16(), payload.u16(), payload.u32()
        payload.take(3 * 4)  # deleteRule, minimumCount, maximumCount
        name, _, _ = (payload.text() for _ in range(3))
        return Relationship(number, destination, flags, inverse, name)

    def read_properties(self):
        """The properties of the next constraint or index."""
        return self.payload.list_of(self.payload.u32)

    def line(self, entity):
        """An entity and its ancestors, the topmost first."""
        found = [entity]
        while found[0].parent != 0:
            if found[0].parent not in self.entities or len(found) > MOST_ANCESTORS:
                raise self.payload.damage(f"the ancestors of {entity.name} lead nowhere")
            found.insert(0, self.entities[found[0].parent])
        return found

    def stored_attributes(self, entity):
        """The attributes that records have, those of ancestors first."""
        return [one for ancestor in self.line(entity) for one in ancestor.attributes if not one.flags & EPHEMERAL]

    def relationships_of(self, entity):
        """The relationships, those of ancestors first."""
        return [one for ancestor in self.line(entity) for one in ancestor.relationships]

    def check(self, entities):
        """Refuses what cannot be the catalog of a store."""
        numbers = [one.id for entity in entities for one in entity.attributes + entity.relationships]
        self.check_distinct("the number of an entity", [entity.id for entity in entities])
        self.check_distinct("the name of an entity", [entity.name for entity in entities])
        self.check_distinct("the number of a property", numbers)
        if not all(1 <= entity.id <= HIGHEST_ENTITY for entity in entities):
            raise self.payload.damage("the number of an entity is out of range")
        if not all(1 <= number < self.next_property for number in numbers):
            raise self.payload.damage("the number of a property is out of range")
        for relationship in self.relationships.values():
            self.check_ends(relationship)
        for entity in entities:
            own = entity.attributes + entity.relationships
            self.check_distinct("the name of a property", [one.name for one in own])
            known = {
                one.id for ancestor in self.line(entity)
                for one in ancestor.attributes + [one for one in ancestor.relationships if not one.is_to_many]
            }
            if not all(constraint and known.issuperset(constraint) for constraint in entity.constraints):
                raise self.payload.damage(f"a constraint or index of {entity.name} is of no properties that it has")

    def check_distinct(self, what, values):
        """Refuses what occurs twice."""
        if len(set(values)) != len(values):
            raise self.payload.damage(f"{what} occurs twice")

    def check_ends(self, relationship):
        """Refuses a relationship that leads nowhere, or does not lead back."""
        inverse = self.relationships.get(relationship.inverse)
        if relationship.destination not in self.entities:
            raise self.payload.damage(f"the destination of {relationship.name} is unknown")
        if relationship.inverse != 0 and (inverse is None or inverse.inverse != relationship.id):
            raise self.payload.damage(f"the inverse of {relationship.name} does not lead back")


def read_layout(record):
    """The layout in a record."""
    payload = Payload(record.payload, record.path, record.payload_offset)
    entity, _ = payload.u16(), payload.u16()
    fields = payload.list_of(lambda: (payload.u32(), payload.u32()))
    payload.end()
    if not all(kind in TEXTS for _, kind in fields):
        raise payload.damage("a field of an unknown value kind")
    return Layout(entity, fields)
