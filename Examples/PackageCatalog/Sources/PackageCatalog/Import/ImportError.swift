public import ControlFile

/// An import that ended before the end of its file.
public struct ImportError: Error, CustomStringConvertible {
  /// What is wrong with the file.
  public var fault: ControlFileError
  /// What had been imported, and is safely stored, up to the fault.
  public var report: ImportReport

  /// One line: the fault, and how much was stored before it.
  public var description: String {
    "\(fault) (packages imported before it: \(report.packageCount))"
  }
}
