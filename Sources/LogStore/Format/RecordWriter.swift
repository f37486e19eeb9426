/// Builds the payload of one record after another, field by field in the order of the layout.
///
/// The buffer is kept between records: memory touched for the first time costs more than the encoding.
package struct RecordWriter: ~Copyable {
  private var buffer: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0
  private var next = 0
  private var variable = 0
  private var layout: RecordLayout

  /// Makes a writer for records of a layout.
  package init(layout: RecordLayout) {
    capacity = 1024
    buffer = .allocate(byteCount: capacity, alignment: 16)
    self.layout = layout
    begin(layout)
  }

  deinit { buffer.deallocate() }

  /// Starts the next record.
  package mutating func begin(_ layout: RecordLayout) {
    self.layout = layout
    next = 0
    variable = 0
    used = 0
    grow(by: layout.fixedSize)
    buffer.initializeMemory(as: UInt8.self, repeating: 0, count: layout.fixedSize)
    used = layout.fixedSize
  }

  /// Index of the field that the next call fills.
  package var fieldIndex: Int { next }

  /// The finished payload, valid until the next call that changes the writer. Fields that were not filled
  /// are absent.
  package mutating func finish() -> UnsafeRawBufferPointer {
    while next < layout.widths.count { appendNull() }
    return UnsafeRawBufferPointer(start: buffer, count: used)
  }

  /// Leaves the next field without a value.
  package mutating func appendNull() {
    guard next < layout.widths.count else { return }
    if layout.widths[next] == 0 { closeVariable() }
    next += 1
  }

  /// Fills the next field, which must have the width of the value; the value is little endian already.
  package mutating func append<T: BitwiseCopyable>(fixed value: T) {
    guard next < layout.widths.count, layout.widths[next] == MemoryLayout<T>.size else {
      preconditionWidth(MemoryLayout<T>.size)
      return
    }
    markPresent()
    buffer.storeBytes(of: value, toByteOffset: layout.positions[next], as: T.self)
    next += 1
  }

  /// Fills the next field, which must be a UUID.
  package mutating func append(uuid value: UUIDBytes) {
    append(fixed: (value.high.bigEndian, value.low.bigEndian))
  }

  /// Fills the next field, which must be a decimal.
  package mutating func append(decimal value: DecimalBytes) {
    guard next < layout.fields.count, layout.fields[next].kind == .decimal else {
      preconditionWidth(20)
      return
    }
    markPresent()
    let position = layout.positions[next]
    buffer.storeBytes(of: value.exponent.littleEndian, toByteOffset: position, as: Int16.self)
    buffer.storeBytes(of: value.sign, toByteOffset: position + 2, as: UInt8.self)
    buffer.storeBytes(of: value.length, toByteOffset: position + 3, as: UInt8.self)
    buffer.storeBytes(of: value.low.littleEndian, toByteOffset: position + 4, as: UInt64.self)
    buffer.storeBytes(of: value.high.littleEndian, toByteOffset: position + 12, as: UInt64.self)
    next += 1
  }

  /// Fills the next field, which must have a variable width.
  package mutating func append(bytes: UnsafeRawBufferPointer) {
    guard next < layout.widths.count, layout.widths[next] == 0 else {
      preconditionWidth(-1)
      return
    }
    grow(by: bytes.count)
    if let start = bytes.baseAddress { (buffer + used).copyMemory(from: start, byteCount: bytes.count) }
    used += bytes.count
    markPresent()
    closeVariable()
    next += 1
  }

  /// Fills the next field with bytes as `RecordView.encoded` gives them.
  ///
  /// - Returns: false if they do not have the width of the field (which is then absent).
  package mutating func append(encoded bytes: UnsafeRawBufferPointer) -> Bool {
    guard next < layout.widths.count else { return false }
    let width = layout.widths[next]
    guard width > 0 else {
      append(bytes: bytes)
      return true
    }
    guard bytes.count == width, let source = bytes.baseAddress else { return refuse() }
    markPresent()
    (buffer + layout.positions[next]).copyMemory(from: source, byteCount: width)
    next += 1
    return true
  }

  /// Fills the next field, which must be a string or a URL.
  package mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { append(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Fills the next field with a value of its own kind, or leaves it absent.
  ///
  /// - Returns: false if the value does not fit the kind of the field (which is then absent).
  package mutating func append(_ value: StoredValue) -> Bool {
    guard next < layout.fields.count else { return false }
    switch (layout.fields[next].kind, value) {
    case (_, .null): appendNull()
    case (.bool, .bool(let v)): append(fixed: UInt8(v ? 1 : 0))
    case (.int8, .int(let v)): if let v = Int8(exactly: v) { append(fixed: v) } else { return refuse() }
    case (.int16, .int(let v)):
      if let v = Int16(exactly: v) { append(fixed: v.littleEndian) } else { return refuse() }
    case (.int32, .int(let v)):
      if let v = Int32(exactly: v) { append(fixed: v.littleEndian) } else { return refuse() }
    case (.int64, .int(let v)): append(fixed: v.littleEndian)
    case (.uint8, .uint(let v)): if let v = UInt8(exactly: v) { append(fixed: v) } else { return refuse() }
    case (.uint16, .uint(let v)):
      if let v = UInt16(exactly: v) { append(fixed: v.littleEndian) } else { return refuse() }
    case (.uint32, .uint(let v)):
      if let v = UInt32(exactly: v) { append(fixed: v.littleEndian) } else { return refuse() }
    case (.uint64, .uint(let v)), (.orderKey, .uint(let v)): append(fixed: v.littleEndian)
    case (.float, .float(let v)): append(fixed: v.bitPattern.littleEndian)
    case (.double, .double(let v)), (.date, .date(let v)): append(fixed: v.bitPattern.littleEndian)
    case (.uuid, .uuid(let v)): append(uuid: v)
    case (.decimal, .decimal(let v)): append(decimal: v)
    case (.reference, .reference(let v)):
      if v.isNone { appendNull() } else { append(fixed: v.rawValue.littleEndian) }
    case (.string, .string(let v)), (.url, .url(let v)): append(v)
    case (.data, .data(let v)), (.structured, .structured(let v)), (.opaque, .opaque(let v)),
      (.sealed, .data(let v)), (.external, .data(let v)):
      v.withUnsafeBytes { append(bytes: $0) }
    default: return refuse()
    }
    return true
  }

  /// Copies a field of another record whose field has the same kind.
  package mutating func append(copying field: Int, of record: RecordView) {
    guard record.isPresent(field) else { return appendNull() }
    let width = record.layout.widths[field]
    if width > 0 {
      guard next < layout.widths.count, layout.widths[next] == width else {
        preconditionWidth(width)
        return
      }
      markPresent()
      (buffer + layout.positions[next]).copyMemory(
        from: record.base + record.layout.positions[field],
        byteCount: width
      )
      next += 1
    } else {
      append(bytes: record.bytes(field))
    }
  }

  private mutating func refuse() -> Bool {
    appendNull()
    return false
  }

  private func preconditionWidth(_ width: Int) {
    assertionFailure("field \(next) of layout \(layout.id.rawValue) does not take \(width) bytes")
  }

  private func markPresent() {
    let address = buffer + (next >> 3)
    let bit = UInt8(1) << UInt8(truncatingIfNeeded: next & 7)
    address.storeBytes(of: address.load(as: UInt8.self) | bit, as: UInt8.self)
  }

  private mutating func closeVariable() {
    let end = UInt32(truncatingIfNeeded: used - layout.fixedSize)
    buffer.storeBytes(of: end.littleEndian, toByteOffset: layout.endsOffset + 4 * variable, as: UInt32.self)
    variable += 1
  }

  private mutating func grow(by count: Int) {
    guard used + count > capacity else { return }
    let larger = max(capacity * 2, used + count)
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    fresh.copyMemory(from: buffer, byteCount: used)
    buffer.deallocate()
    buffer = fresh
    capacity = larger
  }
}
