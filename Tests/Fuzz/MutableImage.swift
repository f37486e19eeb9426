import LogStoreTesting

/// Bytes with the places of the numbers in them, which are changed more often than what lies between.
struct MutableImage {
  /// A number.
  struct Field {
    var offset: Int
    var width: Int
  }

  var bytes: [UInt8] = []
  var fields: [Field] = []

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  // MARK: Making

  /// Adds a number, which is a field.
  mutating func append(_ number: UInt64, _ width: Int) {
    fields.append(Field(offset: bytes.count, width: width))
    for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
  }

  /// Adds bytes that are no number.
  mutating func append(_ more: [UInt8]) { bytes += more }

  /// Adds a text behind its length.
  mutating func append(text: String) {
    append(UInt64(text.utf8.count), 4)
    bytes += Array(text.utf8)
  }

  /// Says where numbers stand behind a place: their widths, one behind the other; below 0 is passed over.
  mutating func note(at start: Int, _ widths: [Int]) {
    var offset = start
    for width in widths {
      if width > 0 { fields.append(Field(offset: offset, width: width)) }
      offset += abs(width)
    }
  }

  // MARK: Changing

  /// Changes one to four things.
  mutating func mutate(_ random: inout SimulatedRandomness) {
    for _ in 0..<1 + random.below(4) where !bytes.isEmpty { mutateOnce(&random) }
  }

  private mutating func mutateOnce(_ random: inout SimulatedRandomness) {
    let place = random.below(bytes.count)
    switch random.below(14) {
    case 0...7: mutateField(&random)
    case 8: bytes[place] ^= 1 << UInt8(random.below(8))
    case 9: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 10:
      let count = min(1 + random.below(32), bytes.count)
      let (from, to) = (random.below(bytes.count - count + 1), random.below(bytes.count - count + 1))
      bytes.replaceSubrange(to..<to + count, with: Array(bytes[from..<from + count]))
    case 11:
      guard fields.count > 1 else { return }
      let (a, b) = (random.one(of: fields), random.one(of: fields))
      let (left, right) = (bytes.number(a.offset, a.width), bytes.number(b.offset, b.width))
      bytes.put(right, a.offset, a.width)
      bytes.put(left, b.offset, b.width)
    case 12:
      bytes.removeLast(random.once(in: 4) ? random.below(bytes.count) : min(bytes.count, random.below(9)))
    default:
      bytes +=
        random.once(in: 2) ? random.bytes(random.below(17)) : Array(repeating: 0, count: random.below(65))
    }
  }

  /// Gives a number another value, or what stands in its place if there are no fields.
  mutating func mutateField(_ random: inout SimulatedRandomness) {
    let field =
      fields.isEmpty || random.once(in: 12)
      ? Field(offset: random.below(bytes.count), width: random.one(of: [1, 2, 4, 8])) : random.one(of: fields)
    let old = bytes.number(field.offset, field.width)
    bytes.put(random.edge(field.width, near: old, size: bytes.count), field.offset, field.width)
  }
}
