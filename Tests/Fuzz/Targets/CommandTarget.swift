import LogStore
import LogStoreTesting
import StoreTool

/// Command lines of `storectl`: arguments with a zero behind each.
struct CommandTarget: FuzzTarget {
  private let stores: [FuzzStore]
  private let options: [String]

  init() throws {
    stores = try [FuzzStore(.closed), FuzzStore(.open)]
    var found: Set<String> = []
    for name in Storectl.commandNames {
      let help = ToolRun(["help", name], FuzzIO(seed: 1)).output
      for word in help.split(whereSeparator: { " [],\n='".contains($0) }) where word.hasPrefix("--") {
        found.insert(String(word))
      }
    }
    options = found.sorted()
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let operands = [
      FuzzStore.path, FuzzStore.path, FuzzStore.path, "Person", "Team", "1", "3", "999999", "/out", "/none",
      "", "-", "-1",
      FuzzStore.keyPath, "18446744073709551616", "bash", "zsh", "fish", "large", "text:desc", "a=1", "=",
    ]
    var arguments: [String] = []
    if !random.once(in: 20) {
      arguments.append(random.once(in: 30) ? random.text() : random.one(of: Storectl.commandNames))
    }
    for _ in 0..<random.below(6) {
      switch random.below(8) {
      case 0...3: arguments.append(random.one(of: operands))
      case 4:
        let option = random.one(of: options)
        arguments.append(random.once(in: 3) ? option + "=" + random.one(of: operands) : option)
      case 5: arguments.append(FilterTarget.text(&random))
      case 6:
        arguments.append(
          random.one(of: ["--", "--help", "-h", "--version", "--json", "--x", "-x", "--=", "--limit"])
        )
      default: arguments.append(random.text())
      }
    }
    if random.once(in: 2) { arguments.append(FuzzStore.path) }
    return [UInt8(random.below(2))] + arguments.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard let store = input.first, Int(store) < stores.count else { return false }
    let arguments = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    let run = ToolRun(Array(arguments), try stores[Int(store)].copy(seed: 3))
    // What was found wrong with the store stands in the output; all else is said on standard error.
    let isSaid = run.code == .success || !run.errors.isEmpty || arguments.first == "check"
    guard isSaid else { throw FuzzViolation("ends with \(run.code) and says nothing: \(arguments)") }
    guard run.errors.count(where: \.isNewline) <= 40 else {
      throw FuzzViolation("a long message: \(run.errors)")
    }
    return run.code == .success
  }
}
