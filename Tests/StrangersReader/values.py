"""The values of puts and structured values as the text of a dump: FORMAT.md, sections 6 and 17."""

from json_text import base64_text, decimal_text, double_text, float_text, string_text, uuid_text
from failures import Damage
from payload import Payload

REFERENCE, ORDER_KEY = 15, 16
FIRST_VARIABLE = 32
DEEPEST = 256


def integer_text(is_signed):
    """How an integer is written."""
    return lambda data: str(int.from_bytes(data, "little", signed=is_signed))


def bool_text(data):
    """A bool."""
    return "true" if data[0] else "false"


def utf8_text(data):
    """A string or URL; what is not UTF-8 is replaced."""
    return string_text(bytes(data).decode("utf-8", errors="replace"))


def wrapped(name, text):
    """An object with one key that says what a value is."""
    return f'{{"${name}":{text}}}'


def structured_text(data):
    """A structured value, or its bytes if it is none, or null itself."""
    payload = Payload(data)
    try:
        text = next_value(payload, 0)
        payload.end()
        return wrapped("bytes", base64_text(data)) if text == "null" else text
    except Damage:
        return wrapped("bytes", base64_text(data))


def next_value(payload, depth):
    """The next structured value of a payload, inside of that many arrays and objects."""
    tag = payload.u8()
    if tag in (13, 14) and depth >= DEEPEST:
        raise payload.damage(f"values nested deeper than {DEEPEST}")
    if tag == 13:
        return f"[{','.join(items_of(payload, lambda: next_value(payload, depth + 1)))}]"
    if tag == 14:
        return object_text(payload, depth)
    if tag not in SCALARS:
        raise payload.damage(f"a structured value with the tag {tag}")
    return SCALARS[tag](payload)


def items_of(payload, read):
    """The items of an array or object; makes sure of their size."""
    size, count = payload.u32(), payload.u32()
    end = payload.position + size
    items = []
    for _ in range(count):
        items.append(read())
    if payload.position != end:
        raise payload.damage("items that do not take the size that is said of them")
    return items


def object_text(payload, depth):
    """An object."""
    keys = []

    def entry():
        keys.append(payload.text())
        key = f"${keys[-1]}" if keys[-1].startswith("$") else keys[-1]
        return f"{string_text(key)}:{next_value(payload, depth + 1)}"

    entries = items_of(payload, entry)
    in_bytes = [key.encode() for key in keys]
    if any(first >= second for first, second in zip(in_bytes, in_bytes[1:])):
        raise payload.damage("keys that do not rise")
    return f"{{{','.join(entries)}}}"


def structured_double(payload):
    """A double; one that is not finite says what it is."""
    text = double_text(payload.take(8))
    return wrapped("double", text) if text.startswith('"') else text


# How the structured values of each tag that hold no others are written.
SCALARS = {
    0: lambda payload: "null",
    1: lambda payload: "false",
    2: lambda payload: "true",
    3: lambda payload: integer_text(True)(payload.take(8)),
    4: lambda payload: wrapped("uint", payload.u64()),
    5: lambda payload: wrapped("float", float_text(payload.take(4))),
    6: structured_double,
    7: lambda payload: string_text(payload.text()),
    8: lambda payload: wrapped("data", base64_text(payload.counted())),
    9: lambda payload: wrapped("date", double_text(payload.take(8))),
    10: lambda payload: wrapped("uuid", uuid_text(payload.take(16))),
    11: lambda payload: wrapped("decimal", decimal_text(payload.take(20))),
    12: lambda payload: wrapped("url", string_text(payload.text())),
}

# The sizes of the values of the fixed-width kinds, which begin with 1.
WIDTHS = dict(enumerate((1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 20, 8, 8), start=1))

# A value that may be in a file of its own.
EXTERNAL = 38

# How the values of each kind are written.
TEXTS = {
    1: bool_text,
    **{kind: integer_text(True) for kind in range(2, 6)},
    **{kind: integer_text(False) for kind in range(6, 10)},
    10: float_text,
    11: double_text,
    12: double_text,
    13: uuid_text,
    14: decimal_text,
    REFERENCE: integer_text(False),
    ORDER_KEY: integer_text(False),
    32: utf8_text,
    33: base64_text,
    34: utf8_text,
    35: structured_text,
    36: structured_text,
    37: lambda data: wrapped("sealed", base64_text(data)),
    EXTERNAL: lambda data: wrapped("external", base64_text(data)),
}


def fields_of_put(record, layout):
    """The values in a put, by property and kind; absent ones are left out."""
    payload = Payload(record.payload, record.path, record.payload_offset)
    bitmap = payload.take((len(layout.fields) + 7) // 8)
    values = {}
    for index, (_, kind) in enumerate(layout.fields):
        if kind < FIRST_VARIABLE:
            values[index] = payload.take(WIDTHS[kind])
    variable = [index for index, (_, kind) in enumerate(layout.fields) if kind >= FIRST_VARIABLE]
    starts = [0]
    for _ in variable:
        starts.append(payload.u32())
    area = payload.take(len(payload.data) - payload.position)
    if starts != sorted(starts) or starts[-1] != len(area):
        raise payload.damage("the ends of the variable-width values do not fit")
    values.update((index, area[start:end]) for index, start, end in zip(variable, starts, starts[1:]))
    present = [index for index in values if bitmap[index // 8] >> index % 8 & 1]
    return {layout.fields[index]: values[index] for index in present}
