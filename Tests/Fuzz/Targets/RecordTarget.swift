import LogStore
import LogStoreTesting

/// A layout behind its size, and a payload by it.
struct RecordTarget: FuzzTarget {
  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let fields = (0..<random.below(14)).map {
      RecordLayout.Field(
        property: PropertyID(rawValue: UInt32($0 / 2 + 1)),
        kind: random.one(of: ValueKind.allCases)
      )
    }
    let layout = RecordLayout(id: LayoutID(rawValue: 1), entity: EntityID(rawValue: 1), fields: fields)
    let coded = CatalogCoding.encode(layout)
    var image = MutableImage()
    image.append(UInt64(coded.count), 2)
    image.note(at: 2, [2, 2, 4] + [Int](repeating: 4, count: 2 * fields.count))
    image.append(coded)
    let start = image.bytes.count
    var writer = RecordWriter(layout: layout)
    for field in fields { Self.append(field.kind, to: &writer, &random) }
    image.append(Array(writer.finish()))
    image.note(at: start, [1] + [Int](repeating: -1, count: max(0, layout.bitmapSize - 1)))
    for (index, field) in fields.enumerated() {
      let place =
        field.kind.width == nil ? layout.endsOffset + 4 * layout.positions[index] : layout.positions[index]
      image.note(at: start + place, [min(8, field.kind.width ?? 4)])
    }
    if !random.once(in: 8) { image.mutate(&random) }
    return image.bytes
  }

  private static func append(
    _ kind: ValueKind,
    to writer: inout RecordWriter,
    _ random: inout SimulatedRandomness
  ) {
    guard !random.once(in: 5) else { return writer.appendNull() }
    let bytes =
      kind.width.map { random.bytes($0) }
      ?? (random.once(in: 2) ? Array(random.text().utf8) : random.bytes(random.below(40)))
    let isFit = bytes.withUnsafeBytes { writer.append(encoded: $0) }
    if !isFit { writer.appendNull() }
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard input.count >= 2 else { return false }
    let size = Int(input[0]) | Int(input[1]) << 8
    guard input.count >= 2 + size else { return false }
    let layout = try CatalogCoding.decodeLayout(
      id: LayoutID(rawValue: 1),
      UnsafeRawBufferPointer(rebasing: input[2..<2 + size])
    )
    let payload = UnsafeRawBufferPointer(rebasing: input[(2 + size)...])
    return try withExtendedLifetime(layout) {
      guard let view = RecordView(layout: layout, payload: payload) else { return false }
      let first = try Self.written(view, layout)
      let second = try first.withUnsafeBytes { raw in
        guard let again = RecordView(layout: layout, payload: raw) else {
          throw FuzzViolation("a record that was written is refused")
        }
        return try Self.written(again, layout)
      }
      guard first == second else { throw FuzzViolation("another record when written and read again") }
      return true
    }
  }

  /// Writes all values anew, after they were printed.
  private static func written(_ view: RecordView, _ layout: RecordLayout) throws -> [UInt8] {
    var writer = RecordWriter(layout: layout)
    for (index, field) in layout.fields.enumerated() {
      var json = JSONBytes()
      json.append(index, of: view)
      guard String(validating: json.bytes, as: UTF8.self) != nil else {
        throw FuzzViolation("a dump that is not UTF-8")
      }
      if field.kind == .external { _ = view.blob(index) }
      let value = view.value(index)
      if case .data(let bytes) = value, field.kind != .data {
        let isFit = bytes.withUnsafeBytes { writer.append(encoded: $0) }
        if isFit { continue }
      } else if writer.append(value) {
        continue
      }
      throw FuzzViolation("a value of kind \(field.kind) cannot be written: \(value)")
    }
    return Array(writer.finish())
  }
}
