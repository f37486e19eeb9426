import ObjectGraph

extension PersistentModel {
  /// Sets a property if the value differs from the present one. Returns whether it did.
  func assign<Value: Equatable>(
    _ value: Value,
    to property: ReferenceWritableKeyPath<Self, Value>
  ) -> Bool {
    if self[keyPath: property] == value { return false }
    self[keyPath: property] = value
    return true
  }
}
