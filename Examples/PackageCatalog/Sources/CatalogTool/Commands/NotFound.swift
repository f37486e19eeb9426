/// The message and the exit code for a package that is not there.
enum NotFound {
  static func report(_ name: String, errors: TextOutput) throws -> ExitCode {
    try errors.writeLine("catalog: no package is called '\(name)'; try: catalog search '\(name)'")
    try errors.flush()
    return .notFound
  }
}
