/// Read access to the payload of one record, valid only inside the closure that lends it.
///
/// Any field is reached in O(1) without decoding the others. Construction checks every length in the
/// payload once, so that no later read can leave it, whatever the bytes are.
@usableFromInline
package struct RecordView {
  /// The layout, held by whoever lends the record: counting references takes as long as reading a field.
  @usableFromInline package let unretainedLayout: Unmanaged<RecordLayout>
  /// Start of the payload.
  @usableFromInline package let base: UnsafeRawPointer
  /// Bytes of the payload.
  @usableFromInline package let count: Int

  /// Checks the payload against the layout.
  ///
  /// - Returns: nil if the payload is too short or its ends are not in order.
  package init?(layout: RecordLayout, payload: UnsafeRawBufferPointer) {
    self.init(Unmanaged.passUnretained(layout), payload)
  }

  /// Checks the payload against the layout, which somebody holds as long as the view is used.
  @inline(__always)
  init?(_ unretained: Unmanaged<RecordLayout>, _ payload: UnsafeRawBufferPointer) {
    guard unretained._withUnsafeGuaranteedRef({ Self.fits(payload, $0) }) else { return nil }
    unretainedLayout = unretained
    base = payload.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    count = payload.count
  }

  @inline(__always)
  private static func fits(_ payload: UnsafeRawBufferPointer, _ layout: RecordLayout) -> Bool {
    guard let base = payload.baseAddress, payload.count >= layout.fixedSize else {
      return payload.isEmpty && layout.fixedSize == 0
    }
    var previous: UInt32 = 0
    let room = payload.count &- layout.fixedSize
    var next = base + layout.endsOffset
    for _ in 0..<layout.variableCount {
      let end = UInt32(littleEndian: next.loadUnaligned(as: UInt32.self))
      guard end >= previous, Int(end) <= room else { return false }
      previous = end
      next += 4
    }
    return Int(previous) == room
  }

  /// Trusts a payload that this process has just written.
  package init(trusted payload: UnsafeRawBufferPointer, layout: RecordLayout) {
    unretainedLayout = Unmanaged.passUnretained(layout)
    self.base = payload.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    self.count = payload.count
  }

  /// The layout that the record was written with.
  @inlinable
  @inline(__always)
  package var layout: RecordLayout { unretainedLayout.takeUnretainedValue() }

  /// Where a field stands in the payload, by `RecordLayout.positions`.
  @inlinable
  @inline(__always)
  package func position(_ field: Int) -> Int {
    unretainedLayout._withUnsafeGuaranteedRef { $0.position(field) }
  }

  /// All bytes of the payload.
  package var payload: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Whether the field has a value.
  @inlinable
  @inline(__always)
  package func isPresent(_ field: Int) -> Bool {
    base.load(fromByteOffset: field >> 3, as: UInt8.self) & (1 << UInt8(truncatingIfNeeded: field & 7)) != 0
  }

  /// Whether all fields whose presence bits are given have a value.
  package func hasValues(_ bits: [UInt8]) -> Bool {
    for index in bits.indices {
      if base.load(fromByteOffset: index, as: UInt8.self) & bits[index] != bits[index] { return false }
    }
    return true
  }

  /// Whether a field lies in two records of one layout with the same bytes.
  package static func haveEqualField(_ field: Int, _ a: RecordView, _ b: RecordView) -> Bool {
    guard a.isPresent(field) == b.isPresent(field) else { return false }
    let position = a.position(field)
    switch a.layout.fields[field].kind.width {
    case nil: return TextBytes.areEqual(a.bytes(field), b.bytes(field))
    case 8:
      return a.base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        == b.base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    case let width?:
      return TextBytes.areEqual(
        UnsafeRawBufferPointer(start: a.base + position, count: width),
        UnsafeRawBufferPointer(start: b.base + position, count: width)
      )
    }
  }

  /// The slot of a fixed-width field, little endian, zero if absent. The caller knows the width.
  @inlinable
  @inline(__always)
  package func load<T: BitwiseCopyable>(_ field: Int, as type: T.Type) -> T {
    base.loadUnaligned(fromByteOffset: position(field), as: type)
  }

  /// The bytes of a variable-width field; empty if absent.
  @inlinable
  @inline(__always)
  package func bytes(_ field: Int) -> UnsafeRawBufferPointer {
    unretainedLayout._withUnsafeGuaranteedRef { layout in
      let rank = layout.position(field)
      let start = rank == 0 ? 0 : end(rank &- 1, layout)
      let first = base + (layout.fixedSize &+ start)
      return UnsafeRawBufferPointer(start: first, count: end(rank, layout) &- start)
    }
  }

  @inlinable
  @inline(__always)
  package func end(_ rank: Int, _ layout: RecordLayout) -> Int {
    let offset = layout.endsOffset &+ 4 &* rank
    return Int(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The object that a to-one slot names; `.none` if absent.
  @inlinable
  @inline(__always)
  package func reference(_ field: Int) -> ObjectID {
    ObjectID(rawValue: UInt64(littleEndian: load(field, as: UInt64.self)))
  }

  /// A copy of the text of a string or URL field; empty if absent. Invalid UTF-8 is repaired.
  @inlinable
  package func string(_ field: Int) -> String {
    let bytes = bytes(field)
    // What fits into the string itself: half the instructions of the general way.
    if bytes.count <= 15 {
      return String(unsafeUninitializedCapacity: bytes.count) { text in
        UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
        return bytes.count
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of a field, whatever its kind.
  package func value(_ field: Int) -> StoredValue {
    guard isPresent(field) else { return .null }
    switch layout.fields[field].kind {
    case .bool: return .bool(load(field, as: UInt8.self) != 0)
    case .int8: return .int(Int64(load(field, as: Int8.self)))
    case .int16: return .int(Int64(Int16(littleEndian: load(field, as: Int16.self))))
    case .int32: return .int(Int64(Int32(littleEndian: load(field, as: Int32.self))))
    case .int64: return .int(Int64(littleEndian: load(field, as: Int64.self)))
    case .uint8: return .uint(UInt64(load(field, as: UInt8.self)))
    case .uint16: return .uint(UInt64(UInt16(littleEndian: load(field, as: UInt16.self))))
    case .uint32: return .uint(UInt64(UInt32(littleEndian: load(field, as: UInt32.self))))
    case .uint64, .orderKey: return .uint(UInt64(littleEndian: load(field, as: UInt64.self)))
    case .float: return .float(Float(bitPattern: UInt32(littleEndian: load(field, as: UInt32.self))))
    case .double: return .double(Double(bitPattern: UInt64(littleEndian: load(field, as: UInt64.self))))
    case .date: return .date(Double(bitPattern: UInt64(littleEndian: load(field, as: UInt64.self))))
    case .uuid: return .uuid(uuid(field))
    case .decimal: return .decimal(decimal(field))
    case .reference: return .reference(reference(field))
    case .string: return .string(string(field))
    case .url: return .url(string(field))
    case .data, .sealed, .external: return .data(Array(bytes(field)))
    case .structured: return .structured(Array(bytes(field)))
    case .opaque: return .opaque(Array(bytes(field)))
    }
  }

  /// The value of a UUID field.
  package func uuid(_ field: Int) -> UUIDBytes {
    let position = position(field)
    return UUIDBytes(
      high: UInt64(bigEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)),
      low: UInt64(bigEndian: base.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self))
    )
  }

  /// The value of a decimal field.
  package func decimal(_ field: Int) -> DecimalBytes {
    let position = position(field)
    return DecimalBytes(
      exponent: Int16(littleEndian: base.loadUnaligned(fromByteOffset: position, as: Int16.self)),
      sign: base.load(fromByteOffset: position + 2, as: UInt8.self),
      length: base.load(fromByteOffset: position + 3, as: UInt8.self),
      low: UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position + 4, as: UInt64.self)),
      high: UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position + 12, as: UInt64.self))
    )
  }
}
