/// Occupies no space; makes the compiler demand a value for a property that has no default.
public struct _NeedsValue {
  /// States that the value is there.
  @inlinable
  public init() {}
}
