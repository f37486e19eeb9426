import CatalogTool
import Foundation

/// The process: its arguments, its environment, its standard streams.
@main enum Catalog {
  static func main() {
    prepare()
    let tool = CatalogTool(
      environment: ProcessInfo.processInfo.environment,
      output: TextOutput(descriptor: STDOUT_FILENO),
      errors: TextOutput(descriptor: STDERR_FILENO)
    )
    do throws(UsageError) {
      exit(tool.run(try arguments()).rawValue)
    } catch {
      exit(tool.refuse(error).rawValue)
    }
  }

  /// Makes errors of what would end the process: writing to a reader that has ended, and passing the limit of file
  /// sizes. And fills the places of standard streams that the caller has closed, so that no other file gets them;
  /// opened the wrong way round, so that their use still fails.
  private static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The arguments behind the program's name.
  ///
  /// - Throws: For one that is not UTF-8: Swift would replace its bytes by others, and so name another file.
  private static func arguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw UsageError("argument \(index), '\(String(cString: bytes))', is not UTF-8; rename what it names")
      }
      arguments.append(argument)
    }
    return arguments
  }
}
