import CatalogTool
import Foundation

/// The process: its arguments, its environment, its standard streams.
@main enum Catalog {
  static func main() {
    // A reader that ends early is then an error of one write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let tool = CatalogTool(
      environment: ProcessInfo.processInfo.environment,
      output: TextOutput(descriptor: STDOUT_FILENO),
      errors: TextOutput(descriptor: STDERR_FILENO)
    )
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
