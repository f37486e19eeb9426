package import LogStore

/// The program `storectl`: looks into a store, checks it and compacts it, without knowing the classes of the
/// program that wrote it.
package struct Storectl {
  /// Version of the program, that of the package.
  package static let version = "0.1.0"

  /// Names of all commands.
  package static var commandNames: [String] { Command.all.map(\.name) }

  private let output: TextOutput
  private let errors: TextOutput
  private let io: any StorageIO
  private let input: () throws -> [UInt8]
  private let progress: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - output: Where results go.
  ///   - errors: Where messages go.
  ///   - io: Where stores lie.
  ///   - input: The next bytes of the standard input; none at its end.
  ///   - progress: Shows how far long commands have come, on a terminal; nil where there is none.
  package init(
    output: TextOutput,
    errors: TextOutput,
    io: any StorageIO = PosixStorageIO(),
    input: @escaping () throws -> [UInt8] = StandardStream.read,
    progress: (@Sendable (String) -> Void)? = nil
  ) {
    self.output = output
    self.errors = errors
    self.io = io
    self.input = input
    self.progress = progress
  }

  /// Does what the arguments of the process say, and ends it.
  package static func main() {
    StandardStream.prepare()
    let (output, errors) = (StandardStream.output, StandardStream.errors)
    let show: @Sendable (String) -> Void = { errors.show($0) }
    let tool = Storectl(
      output: TextOutput(output, showsColours: output.showsColours),
      errors: TextOutput(errors, showsColours: errors.showsColours),
      progress: errors.isTerminal ? show : nil
    )
    do throws(UsageError) {
      StandardStream.end(tool.run(try StandardStream.arguments()).rawValue)
    } catch {
      StandardStream.end(tool.refuse(error).rawValue)
    }
  }

  /// Does what the arguments say; the program's name is not among them.
  package func run(_ arguments: [String]) -> ExitCode {
    var code = ExitCode.success
    do {
      code = try perform(Invocation(arguments))
      try output.flush()
      return code
    } catch OutputError.readerLeft {
      return code
    } catch let error as OutputError {
      return report("\(error)", .inputOutput)
    } catch let error as UsageError {
      return refuse(error)
    } catch let error as LoadError {
      return report("\(error)", error.cause.map { ExitCode($0.code) } ?? .dataError)
    } catch let error as StoreError {
      // What was written before the failure is still of use, but the failure is what has to be said.
      try? output.flush()
      return report("\(error)", ExitCode(error.code))
    } catch {
      return report("\(error)", .inputOutput)
    }
  }

  /// What a command line that was not understood comes to.
  private func refuse(_ error: UsageError) -> ExitCode { report("\(error); see storectl --help", .usage) }

  private func perform(_ invocation: Invocation) throws -> ExitCode {
    switch invocation {
    case .help(let topic):
      try output.write(UsageText.text(for: topic))
    case .version:
      let format = "\(FormatConstants.majorVersion).\(FormatConstants.minorVersion)"
      try output.writeLine("storectl \(Self.version) (format \(format))")
    case .command(let command, let arguments):
      let meter = command.isLong ? progress.map { ProgressMeter(command.name, clock: io, show: $0) } : nil
      output.willWrite = meter.map { meter in { meter.end() } }
      defer { meter?.end() }
      return try command.run(
        Command.Context(
          arguments: arguments,
          io: meter.map { MeteredIO(base: io, meter: $0) as any StorageIO } ?? io,
          output: output,
          errors: errors,
          input: input
        )
      )
    }
    return .success
  }

  /// One line on standard error. If even that cannot be written, the exit code still tells.
  private func report(_ message: String, _ code: ExitCode) -> ExitCode {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    try? errors.writeLine("storectl: \(line)")
    try? errors.flush()
    return code
  }
}
