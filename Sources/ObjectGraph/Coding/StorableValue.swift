import LogStore

/// A value with a record kind of its own: numbers, text, dates, bytes, and optionals of them.
public protocol _StorableValue: Sendable {
  /// Raw value of the record kind.
  static var _kind: UInt8 { get }
  /// Whether the value may be absent.
  static var _isOptional: Bool { get }
  /// Writes the value as the next field.
  func _encode(into record: inout _RecordEncoder)
  /// Reads the next field; an absent one gives the neutral value.
  static func _decode(from record: inout _RecordDecoder) -> Self
  /// A made-up value; rounds differ.
  static func _sample(_ round: Int) -> Self
}

extension _StorableValue {
  /// Most kinds are not optional.
  public static var _isOptional: Bool { false }
}

extension Optional: _StorableValue where Wrapped: _StorableValue {
  /// The kind of the wrapped value.
  public static var _kind: UInt8 { Wrapped._kind }
  /// True.
  public static var _isOptional: Bool { true }

  /// Writes the value or its absence.
  @inlinable
  public func _encode(into record: inout _RecordEncoder) {
    if let value = self { value._encode(into: &record) } else { record._appendNil() }
  }

  /// Reads the value or its absence.
  @inlinable
  public static func _decode(from record: inout _RecordDecoder) -> Wrapped? {
    record._skipsNil() ? nil : Wrapped._decode(from: &record)
  }

  /// Present in even rounds.
  public static func _sample(_ round: Int) -> Wrapped? { round % 2 == 0 ? Wrapped._sample(round) : nil }
}

extension _RecordEncoder {
  /// Leaves out the value of the next attribute, which is in a file and was not read: it stays as it is stored.
  public mutating func _appendUnread() {
    core.pointee.unread.append(core.pointee.index)
    appendNil()
  }

  /// Writes "no value" for the next attribute.
  public mutating func _appendNil() { appendNil() }
}

extension _RecordDecoder {
  /// Whether the next field is absent; passes over it if so.
  public mutating func _skipsNil() -> Bool {
    let field = core.pointee.fields[index]
    if field >= 0, let view = core.pointee.view, view.isPresent(Int(field)) { return false }
    index &+= 1
    return true
  }
}
