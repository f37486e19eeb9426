public import ControlFile

/// An import that ended before the end of its file.
public struct ImportError: Error, CustomStringConvertible {
  /// What is wrong with the file (a `ControlFileError`), or what the store refused.
  public var fault: any Error
  /// What had been imported, and is safely stored, up to the fault.
  public var report: ImportReport

  /// One line: the fault, how much was stored before it, and how to go on.
  public var description: String {
    let stored = "packages imported before it: \(report.packageCount)"
    // A file has to be mended first; of a store, the import can be repeated: what is stored is passed over.
    let next = fault is ControlFileError ? "" : ", which stay stored; import the file again to go on"
    return "\(fault) (\(stored)\(next))"
  }
}
