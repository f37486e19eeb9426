public import ControlFile

/// An import that ended before the end of its file.
public struct ImportError: Error, CustomStringConvertible {
  /// What is wrong with the file.
  public var fault: ControlFileError
  /// What had been imported, and is safely stored, up to the fault.
  public var report: ImportReport

  public var description: String {
    let count = report.packageCount
    let stored = count == 0 ? "nothing was imported" : "the \(count) packages before it were imported"
    return "\(fault) (\(stored))"
  }
}
