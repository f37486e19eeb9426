/// The payload of a record in a `RecordArena`: plain numbers, so that tables of them are copied without touching a
/// reference count. Good as long as the arena is held, and the catalog that the layout is of.
struct ArenaRecord {
  /// The layout of the payload.
  unowned(unsafe) let layout: RecordLayout
  private let base: UnsafeMutableRawPointer
  /// Bytes of the payload.
  let count: Int

  /// - Parameter base: Of `count` bytes that follow the layout.
  init(layout: RecordLayout, base: UnsafeMutableRawPointer, count: Int) {
    self.layout = layout
    self.base = base
    self.count = count
  }

  /// Copies a payload in.
  init(copying payload: UnsafeRawBufferPointer, layout: RecordLayout, into arena: RecordArena) {
    self.init(layout: layout, base: arena.copy(payload), count: payload.count)
  }

  /// The bytes.
  var payload: UnsafeRawBufferPointer {
    @inline(__always)
    get { UnsafeRawBufferPointer(start: base, count: count) }
  }

  /// The fields.
  var view: RecordView {
    @inline(__always)
    get { RecordView(trusted: payload, layout: layout) }
  }

  /// Whether two records have the same bytes.
  func hasBytes(of other: ArenaRecord) -> Bool { TextBytes.areEqual(payload, other.payload) }

  /// The eight-byte slot of a field; nil if absent.
  @inline(__always)
  func word(_ field: Int) -> UInt64? {
    guard base.load(fromByteOffset: field >> 3, as: UInt8.self) & Self.bit(field) != 0 else { return nil }
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: layout.positions[field], as: UInt64.self))
  }

  /// Writes an eight-byte slot, or clears it.
  func setWord(_ word: UInt64?, field: Int) {
    base.storeBytes(of: (word ?? 0).littleEndian, toByteOffset: layout.positions[field], as: UInt64.self)
    let bits = base.load(fromByteOffset: field >> 3, as: UInt8.self)
    let present = word == nil ? bits & ~Self.bit(field) : bits | Self.bit(field)
    base.storeBytes(of: present, toByteOffset: field >> 3, as: UInt8.self)
  }

  /// The object that a to-one slot names; `.none` if absent.
  @inline(__always)
  func target(_ field: Int) -> ObjectID { ObjectID(rawValue: word(field) ?? 0) }

  @inline(__always)
  private static func bit(_ field: Int) -> UInt8 { 1 << UInt8(truncatingIfNeeded: field & 7) }
}
