/// What became of a key since the base of a `LayeredMap` was written.
struct LayeredChange<Value: BitwiseCopyable>: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The base does not have the key.
    case added
    /// The base has it, with another value maybe.
    case replaced
    /// The base has it, the map does not.
    case removed
  }

  var value: Value
  var kind: Kind
}

extension LayeredChange: Sendable where Value: Sendable {}
