"""Single values as the text of a dump: FORMAT.md, section 17."""

from base64 import b64encode
from decimal import Decimal
from math import isinf, isnan
from struct import Struct
from uuid import UUID

DOUBLE, FLOAT = Struct("<d"), Struct("<f")
DECIMAL = Struct("<hBB16s")
SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)}
ESCAPES.update({ord(character): escape for character, escape in SHORT_ESCAPES.items()})
MOST_DIGITS_OF_FLOAT = 9


def string_text(value):
    """A string."""
    return f'"{value.translate(ESCAPES)}"'


def base64_text(data):
    """Bytes in base64."""
    return f'"{b64encode(data).decode()}"'


def uuid_text(data):
    """A UUID."""
    return f'"{str(UUID(bytes=bytes(data))).upper()}"'


def double_text(data):
    """A binary64."""
    value = DOUBLE.unpack(data)[0]
    return special_text(value, data, 0x7FF8000000000000) or digits_text(Decimal(repr(value)), value, 53)


def float_text(data):
    """A binary32."""
    value = FLOAT.unpack(data)[0]
    return special_text(value, data, 0x7FC00000) or digits_text(shortest_of_float(value, data), value, 24)


def special_text(value, data, quiet):
    """What is not finite; None otherwise."""
    if isinf(value):
        return '"Infinity"' if value > 0 else '"-Infinity"'
    if isnan(value):
        bits = int.from_bytes(data, "little")
        return '"NaN"' if bits == quiet else f'"NaN:0x{bits:0{2 * len(data)}x}"'
    return None


def shortest_of_float(value, data):
    """The decimal of fewest digits that reads back as a binary32, of these the nearest, of two as near the even one."""
    exact = Decimal(value)
    for count in range(1, MOST_DIGITS_OF_FLOAT + 1):
        nearest = Decimal(f"{value:.{count - 1}e}")
        step = Decimal((0, (1,), nearest.as_tuple().exponent))
        candidates = [one for one in (nearest, nearest - step, nearest + step) if packs_to(one, data)]
        if candidates:
            return min(candidates, key=lambda one: abs(one - exact))
    return exact


def packs_to(number, data):
    """Whether a decimal reads back as the bytes of a binary32."""
    try:
        return FLOAT.pack(float(number)) == data
    except OverflowError:
        return False


def digits_text(number, value, precision):
    """Digits with a point, or with a power of ten below 10^-4 and above 2^precision."""
    sign, digits, exponent = number.as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    exponent += len(digits) - 1  # that of the first digit
    prefix = "-" if sign else ""
    if not text:
        return prefix + "0.0"
    if exponent < -4 or abs(value) > 1 << precision:
        point = "." if len(text) > 1 else ""
        return f"{prefix}{text[0]}{point}{text[1:]}e{exponent:+03}"
    if exponent < 0:
        return f"{prefix}0.{'0' * (-exponent - 1)}{text}"
    text = text.ljust(exponent + 1, "0")
    return f"{prefix}{text[: exponent + 1]}.{text[exponent + 1 :] or '0'}"


def decimal_text(data):
    """A decimal."""
    exponent, sign, length, mantissa_bytes = DECIMAL.unpack(data)
    mantissa = int.from_bytes(mantissa_bytes, "little")
    if length == 0 and sign == 1 and exponent == 0 and mantissa == 0:
        return '"NaN"'
    if sign > 1 or length != (mantissa.bit_length() + 15) // 16 or (sign == 1 and mantissa == 0):
        return f'"0x{bytes(data).hex()}"'
    return f'"{"-" if sign else ""}{mantissa}{f"e{exponent}" if exponent else ""}"'

