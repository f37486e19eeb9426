import LogStore
import LogStoreTesting

/// Structured values, nested, with sizes and counts that may be wrong.
struct StructuredTarget: FuzzTarget {
  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = MutableImage()
    if random.once(in: 50) {
      Self.nest(255 + random.below(3), &image)
    } else {
      Self.append(depth: 0, &image, &random)
    }
    if random.once(in: 2) { image.mutate(&random) }
    return image.bytes
  }

  /// So many arrays inside of each other.
  private static func nest(_ depth: Int, _ image: inout MutableImage) {
    for level in 0..<depth {
      image.append(13, 1)
      image.append(UInt64(1 + 9 * (depth - level - 1)), 4)
      image.append(1, 4)
    }
    image.append(0, 1)
  }

  private static func append(depth: Int, _ image: inout MutableImage, _ random: inout SimulatedRandomness) {
    let tag = random.below(depth > 4 ? 13 : 15)
    image.append(UInt64(tag), 1)
    switch tag {
    case 3, 4, 6, 9: image.append(random.next(), 8)
    case 5: image.append(random.next(), 4)
    case 7, 12: image.append(text: random.text())
    case 8:
      let bytes = random.bytes(random.below(20))
      image.append(UInt64(bytes.count), 4)
      image.append(bytes)
    case 10: image.append(random.bytes(16))
    case 11: image.append(random.bytes(20))
    case 13, 14:
      let sizePlace = image.bytes.count
      image.append(0, 4)
      let count = random.below(4)
      image.append(UInt64(count), 4)
      let start = image.bytes.count
      for key in 0..<count {
        if tag == 14 { image.append(text: "k\(random.once(in: 9) ? 0 : key)") }
        append(depth: depth + 1, &image, &random)
      }
      image.bytes.put(UInt64(image.bytes.count - start), sizePlace, 4)
    default: break
    }
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    var json = JSONBytes()
    json.append(structured: input)
    guard String(validating: json.bytes, as: UTF8.self) != nil else {
      throw FuzzViolation("a dump that is not UTF-8")
    }
    let value = try StructuredValue(decoding: input)
    var written = MutableImage()
    Self.write(value, &written)
    let again = try written.bytes.withUnsafeBytes { bytes in
      do { return try StructuredValue(decoding: bytes) } catch {
        throw FuzzViolation("a value that was written is refused: \(error)")
      }
    }
    var twice = MutableImage()
    Self.write(again, &twice)
    guard written.bytes == twice.bytes else {
      throw FuzzViolation("another value when written and read again")
    }
    return true
  }

  /// Writes a value as FORMAT.md says.
  private static func write(_ value: StructuredValue, _ image: inout MutableImage) {
    func number(_ tag: UInt64, _ number: UInt64, _ width: Int) {
      image.append(tag, 1)
      image.append(number, width)
    }
    func items(_ tag: UInt64, _ count: Int, _ body: (inout MutableImage) -> Void) {
      var inner = MutableImage()
      body(&inner)
      image.append(tag, 1)
      image.append(UInt64(inner.bytes.count), 4)
      image.append(UInt64(count), 4)
      image.append(inner.bytes)
    }
    switch value {
    case .null: image.append(0, 1)
    case .bool(let value): image.append(value ? 2 : 1, 1)
    case .int(let value): number(3, UInt64(bitPattern: value), 8)
    case .uint(let value): number(4, value, 8)
    case .float(let value): number(5, UInt64(value.bitPattern), 4)
    case .double(let value): number(6, value.bitPattern, 8)
    case .string(let text), .url(let text):
      if case .url = value { image.append(12, 1) } else { image.append(7, 1) }
      image.append(text: text)
    case .data(let bytes):
      number(8, UInt64(bytes.count), 4)
      image.append(bytes)
    case .date(let value): number(9, value.bitPattern, 8)
    case .uuid(let value):
      number(10, value.high.byteSwapped, 8)
      image.append(value.low.byteSwapped, 8)
    case .decimal(let value):
      number(11, UInt64(UInt16(bitPattern: value.exponent)), 2)
      image.append([value.sign, value.length])
      image.append(value.low, 8)
      image.append(value.high, 8)
    case .array(let values): items(13, values.count) { inner in for value in values { write(value, &inner) } }
    case .object(let entries):
      items(14, entries.count) { inner in
        for entry in entries {
          inner.append(text: entry.key)
          write(entry.value, &inner)
        }
      }
    }
  }
}
