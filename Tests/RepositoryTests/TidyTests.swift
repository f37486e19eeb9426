import Testing

/// Some of the habits of CONTRIBUTING.md. Each failure names the place and what to do.
@Suite struct TidyTests {
  static let lineCountLimit = 500
  static let lineLengthLimit = 120

  static let bans = [
    Ban("try!", "let the error through, or catch it and say what failed"),
    Ban("fatalError(", "throw a typed error; precondition with a message is for mistakes of the caller"),
    Ban("preconditionFailure(", "throw a typed error, or make the case impossible by the types"),
    Ban(" as! ", "use as? and handle the other case"),
    Ban("@unchecked Sendable", "use Mutex or Atomic, or say behind it why it holds", unless: " // "),
    Ban("@preconcurrency", "import the module as it is and mend what the compiler finds"),
    Ban("TO" + "DO", "do it, or open an issue", includesComments: true),
    Ban("FIX" + "ME", "mend it before it lands", includesComments: true),
    Ban("\t", "indent with two spaces; write a tab in a string as \\t", includesComments: true),
    Ban("/home" + "/", "paths of one machine do not belong here", includesComments: true),
    Ban("/Users" + "/", "paths of one machine do not belong here", includesComments: true),
  ]

  @Test(arguments: bans) func `sources do not contain what is banned`(ban: Ban) throws {
    for file in try Repository.sources() {
      for place in file.places(where: ban.isBroken) {
        Issue.record("\(place): '\(ban.text)' is banned; \(ban.replacement)")
      }
    }
  }

  @Test func `files stay short enough to read at once`() throws {
    for file in try Repository.sources() where file.lines.count > Self.lineCountLimit {
      Issue.record(
        """
        \(file.path):\(file.lines.count): the limit is \(Self.lineCountLimit) lines; move a topic to \
        Type+Topic.swift
        """
      )
    }
  }

  @Test func `lines stay short enough to read`() throws {
    let tests = try Repository.swiftFiles(in: "Tests")
    for file in try Repository.sources() + tests {
      for place in file.places(where: { $0.count > Self.lineLengthLimit }) {
        Issue.record("\(place): longer than \(Self.lineLengthLimit) characters; break the line")
      }
    }
  }

  @Test func `lines have no blanks at their ends`() throws {
    for file in try Repository.sources() {
      for place in file.places(where: { $0.hasSuffix(" ") || $0.hasSuffix("\r") }) {
        Issue.record("\(place): ends in a blank; run swift format")
      }
    }
  }

  @Test func `there are sources to look at`() throws {
    #expect(try Repository.sources().count > 20)
  }
}
