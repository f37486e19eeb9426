/// A call to the file system that failed: which, on what, and why.
public struct StorageIOError: Error, Sendable, Equatable {
  /// Name of the system call, such as `open` or `fdatasync`.
  public var operation: String
  /// The path it was about.
  public var path: String
  /// The second path of a `rename`.
  public var destination: String?
  /// The system's error number (`errno`).
  public var code: Int32

  /// Describes a failed call.
  public init(operation: String, path: String, destination: String? = nil, code: Int32) {
    self.operation = operation
    self.path = path
    self.destination = destination
    self.code = code
  }

  /// Describes a failed call by an error number that has a name here.
  package init(operation: String, path: String, destination: String? = nil, code: Code) {
    self.init(operation: operation, path: path, destination: destination, code: code.number)
  }
}
