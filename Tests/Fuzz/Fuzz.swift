import Foundation

/// Hostile input for every decoder: `fuzz help` says how.
@main
struct Fuzz {
  static let help = """
    usage: fuzz all [--inputs N] [--seed S]        inputs for every decoder, N together
           fuzz DECODER ... [--inputs N] [--seed S]  for those alone
           fuzz replay DECODER SEED                one input, in this process
           fuzz show DECODER SEED                  its bytes in hexadecimal digits
           fuzz list                               the decoders

    No input may end the process, take more than \(FuzzLimits.seconds) s of processor time or much more memory than it
    has bytes, or be taken for valid and come out otherwise when it is written and read again. What is
    wrong is printed with the command that repeats it.
    """

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let inputs = number("--inputs", &arguments) ?? 1_000_000
    let seed = number("--seed", &arguments) ?? 1
    exit(try run(arguments, inputs, seed) ? 0 : 1)
  }

  private static func run(_ arguments: [String], _ inputs: UInt64, _ seed: UInt64) throws -> Bool {
    let named = arguments.dropFirst().first.flatMap { name in FuzzKind.all.first { $0.name == name } }
    let last = arguments.dropFirst(2).first.flatMap { UInt64($0) }
    switch arguments.first {
    case "list":
      for kind in FuzzKind.all { print("\(kind.name): \(kind.summary)") }
      return true
    case "replay":
      guard let named, let last else { return usage() }
      let (size, isAccepted) = try FuzzBatch(named).decode(last)
      print("\(named.name) \(last): \(size) bytes, \(isAccepted ? "taken for valid" : "refused")")
      return true
    case "show":
      guard let named, let last else { return usage() }
      print(try FuzzBatch(named).input(last).map { String(format: "%02x", $0) }.joined())
      return true
    case "batch":
      guard arguments.count == 5, let named, let last, let count = UInt64(arguments[3]) else {
        return usage()
      }
      return try FuzzBatch(named).run(last..<last + count, noting: ProgressMark(at: arguments[4]))
    case "all": return try FuzzCampaign(inputs: Int(inputs), seed: seed).run(FuzzKind.all)
    case nil: return usage()
    default:
      let kinds = arguments.compactMap { name in FuzzKind.all.first { $0.name == name } }
      guard kinds.count == arguments.count else { return usage() }
      return try FuzzCampaign(inputs: Int(inputs), seed: seed).run(kinds)
    }
  }

  private static func usage() -> Bool {
    print(help)
    return CommandLine.arguments.dropFirst().first == "help"
  }

  /// Takes an option and its number out of the arguments.
  private static func number(_ name: String, _ arguments: inout [String]) -> UInt64? {
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
    let number = UInt64(arguments[place + 1])
    arguments.removeSubrange(place...place + 1)
    return number
  }
}
