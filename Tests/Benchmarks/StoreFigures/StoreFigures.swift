import Foundation

/// A table of what the engine does on this machine, each figure beside what the machine does without a store.
@main
enum StoreFigures {
  private static let help = """
    usage: store-figures [--json] [--objects N] [--rounds N] [PART ...]
    parts: commit together compaction memory open small read churn; all of them unless some are named
    """

  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    do {
      if words.first == "commit-and-die", words.count == 2 { return try OpenFigures.commitAndDie(words[1]) }
      let isJSON = words.contains("--json")
      words.removeAll { $0 == "--json" }
      let objects = try option("--objects", &words) ?? 1_000_000
      let rounds = try option("--rounds", &words) ?? 100_000
      try run(words, isJSON: isJSON, objects: objects, rounds: rounds)
    } catch {
      print("store-figures: \(error)")
      exit(1)
    }
  }

  private static func option(_ name: String, _ words: inout [String]) throws -> Int? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, let value = Int(words[place + 1]), value > 0 else {
      throw FigureError("\(name) needs a number above 0\n\(help)")
    }
    words.removeSubrange(place...place + 1)
    return value
  }

  private static func run(_ wanted: [String], isJSON: Bool, objects: Int, rounds: Int) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "figures-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let commits = CommitFigures(directory: directory.path)
    let opening = OpenFigures(directory: directory.path, objects: objects)
    let parts: [(name: String, run: () throws -> [Figure])] = [
      ("commit", { try commits.single() }),
      ("together", { try commits.together() }),
      ("compaction", { try commits.besideCompaction() }),
      ("memory", { try opening.memory() }),
      ("open", { try opening.opening() }),
      ("small", { try opening.smallest() }),
      ("read", { try ReadFigures(directory: directory.path).run() }),
      ("churn", { try SpaceFigures(directory: directory.path).churn(rounds: rounds) }),
    ]
    for name in wanted where !parts.contains(where: { $0.name == name }) {
      throw FigureError("there is no part \(name)\n\(help)")
    }
    var figures: [Figure] = []
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      let more = try part.run()
      if !isJSON { for figure in more { print(figure.text) } }
      figures += more
    }
    if isJSON {
      let data = try JSONSerialization.data(
        withJSONObject: figures.map(\.json),
        options: [.prettyPrinted, .sortedKeys]
      )
      print(String(decoding: data, as: UTF8.self))
    }
  }
}

/// Why a figure cannot be taken.
struct FigureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
