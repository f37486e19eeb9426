/// A command line that was not understood, said in one line.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong with it.
  public var description: String

  /// Says what is wrong with it.
  public init(_ description: String) {
    self.description = description
  }
}
