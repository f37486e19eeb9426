import Foundation

/// A table of what the ciphers of LogStore do on this machine, beside `openssl speed` and a plain copy.
@main
enum CipherFigures {
  private static let help = """
    usage: cipher-figures [--json] [--samples N] [PART ...]
    parts: seal open hash derive peer copy timing; all of them unless some are named
    """

  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    do {
      let isJSON = words.contains("--json")
      words.removeAll { $0 == "--json" }
      let samples = try option("--samples", &words) ?? 200_000
      try run(words, isJSON: isJSON, samples: samples)
    } catch {
      print("cipher-figures: \(error)")
      exit(1)
    }
  }

  private static func option(_ name: String, _ words: inout [String]) throws -> Int? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, let value = Int(words[place + 1]), value > 0 else {
      throw CipherFigureError("\(name) needs a number above 0\n\(help)")
    }
    words.removeSubrange(place...place + 1)
    return value
  }

  private static func run(_ wanted: [String], isJSON: Bool, samples: Int) throws {
    let parts: [(name: String, run: () throws -> [CipherFigure])] = [
      ("seal", Throughput.sealing),
      ("open", Throughput.opening),
      ("hash", Throughput.hashing),
      ("derive", Throughput.deriving),
      ("peer", PeerSpeed.run),
      ("copy", Throughput.copying),
      ("timing", { try TimingTest(samples: samples).run() }),
    ]
    for name in wanted where !parts.contains(where: { $0.name == name }) {
      throw CipherFigureError("there is no part \(name)\n\(help)")
    }
    var figures: [CipherFigure] = []
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      let more = try part.run()
      if !isJSON { for figure in more { print(figure.text) } }
      figures += more
    }
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }
  }
}

/// Why a figure cannot be taken.
struct CipherFigureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
