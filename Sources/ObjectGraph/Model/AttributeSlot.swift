/// The value of an attribute inside an object.
///
/// Empty between the making of an object from a record and the reading of that record, and as long as the value is in a
/// file of its own and was not read (`.externalStorage`).
public struct _AttributeSlot<Value> {
  @usableFromInline var value: Value?

  /// An empty slot.
  @inlinable
  public init() { value = nil }

  /// A filled slot.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// The value, as a property of `object` that may be observed.
  @inlinable
  public func get<M: PersistentModel>(_ object: M, _ index: Int) -> Value {
    if object._$header._state & 2 != 0 { trace(object, index) }
    _observeRead(object, index)
    guard let value else { return unread(object, index) }
    return value
  }

  /// The slot with a new value, after whoever has to know was told. For types without equality each
  /// assignment counts as a change until the save compares the encoded bytes.
  @inlinable
  @_disfavoredOverload
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newValue: Value) -> Self? {
    _markChange(object, index)
    return Self(newValue)
  }

  /// The slot with a new value, or nil if it is equal to the old one.
  @inlinable
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newValue: Value) -> Self?
  where Value: Equatable {
    if value == newValue, !Self.isOtherZero(value, newValue) { return nil }
    _markChange(object, index)
    return Self(newValue)
  }

  /// Whether two equal numbers are zeros of different signs, which are stored as they are given.
  @inlinable
  static func isOtherZero(_ old: Value?, _ new: Value) -> Bool {
    if let new = new as? Double { return new == 0 && (old as? Double)?.sign != new.sign }
    if let new = new as? Float { return new == 0 && (old as? Float)?.sign != new.sign }
    return false
  }

  /// Text is compared byte for byte, because it is stored as it is given.
  @inlinable
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newValue: Value) -> Self?
  where Value == String {
    if value == newValue, value.unsafelyUnwrapped.utf8.elementsEqual(newValue.utf8) { return nil }
    _markChange(object, index)
    return Self(newValue)
  }

  /// Text is compared byte for byte, because it is stored as it is given.
  @inlinable
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newValue: Value) -> Self?
  where Value == String? {
    if value == .some(newValue) {
      guard let new = newValue, let old = value.unsafelyUnwrapped else { return nil }
      if old.utf8.elementsEqual(new.utf8) { return nil }
    }
    _markChange(object, index)
    return Self(newValue)
  }

  /// Tells observers that the new value is in place.
  @inlinable
  public func didSet<M: PersistentModel>(_ object: M, _ index: Int) { _didChange(object, index) }

  /// The value to be changed in place.
  @inlinable
  public func beginModify<M: PersistentModel>(_ object: M, _ index: Int) -> Value {
    let value = value ?? unread(object, index)
    _markChange(object, index)
    return value
  }

  /// Gives up the slot's copy while the value is changed in place, if a neutral value can take its place:
  /// otherwise the change would copy the whole buffer.
  @inlinable
  @_disfavoredOverload
  public mutating func vacate() {}

  /// Leaves an empty collection behind.
  @inlinable
  public mutating func vacate() where Value: RangeReplaceableCollection { value = Value() }

  /// Leaves an empty set behind.
  @inlinable
  public mutating func vacate() where Value: SetAlgebra { value = Value() }

  /// Leaves an empty dictionary behind.
  @inlinable
  public mutating func vacate<Key, Element>() where Value == [Key: Element] { value = [:] }

  /// Takes the changed value.
  @inlinable
  public mutating func refill(_ newValue: Value) { value = newValue }

  /// Tells observers that the changed value is in place.
  @inlinable
  public func endModify<M: PersistentModel>(_ object: M, _ index: Int, _ newValue: Value) {
    _didChange(object, index)
  }

  /// The value of an attribute that is in a file.
  @usableFromInline
  @inline(never)
  func unread(_ object: any PersistentModel, _ index: Int) -> Value {
    if let value = ExternalLoader.value(of: object, index) as? Value { return value }
    // What it failed with is in `loadFailure`. External are only attributes of types that have an empty value.
    return NeutralDecoder.absent(Value.self).unsafelyUnwrapped
  }

  /// Reports the read to the recorder of a tracer.
  @usableFromInline
  func trace(_ object: any PersistentModel, _ index: Int) {
    guard let recorder = object._$header._extra?.recorder else { return }
    let value = value
    recorder.recordAttribute(of: object, index) { result in
      guard let result = result as? Value, let value else { return false }
      return AnyEquality.areEqual(result, value)
    }
  }
}
