"""Reading a payload whose checksum fits, but whose contents need not make sense."""

from struct import Struct

from failures import Damage

U8, U16, U32, U64 = Struct("<B"), Struct("<H"), Struct("<I"), Struct("<Q")


class Payload:
    """Bytes and how far they are read."""

    def __init__(self, data, path="", offset=0):
        self.data = data
        self.path = path
        self.start = offset  # of the first byte in the file
        self.position = 0

    def damage(self, what):
        """A failure at the byte that is read next."""
        return Damage(self.path, self.start + self.position, what)

    def take(self, count):
        """That many bytes."""
        end = self.position + count
        if end > len(self.data):
            raise self.damage(f"{count} bytes do not fit into what is left of the payload")
        self.position, taken = end, self.data[self.position : end]
        return taken

    def number(self, form):
        """One number."""
        return form.unpack(self.take(form.size))[0]

    def u8(self):
        """An unsigned byte."""
        return self.number(U8)

    def u16(self):
        """An unsigned number of two bytes."""
        return self.number(U16)

    def u32(self):
        """An unsigned number of four bytes."""
        return self.number(U32)

    def u64(self):
        """An unsigned number of eight bytes."""
        return self.number(U64)

    def counted(self):
        """A count and that many bytes."""
        return self.take(self.u32())

    def text(self):
        """A count and that many bytes of UTF-8."""
        try:
            return self.counted().decode("utf-8")
        except UnicodeDecodeError:
            raise self.damage("text that is not UTF-8") from None

    def list_of(self, read):
        """A count and that many of what a function reads."""
        return [read() for _ in range(self.u32())]

    def end(self):
        """Makes sure that nothing is left."""
        if self.position != len(self.data):
            raise self.damage("bytes behind the end of the payload")
