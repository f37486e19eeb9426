/// Who holds a store, as a message can name it.
public struct ProcessIdentity: Sendable, Hashable {
  /// The process's number.
  public var processID: Int32
  /// The program's file name, without its directory.
  public var programName: String

  /// Names a process.
  public init(processID: Int32, programName: String) {
    self.processID = processID
    self.programName = programName
  }
}
