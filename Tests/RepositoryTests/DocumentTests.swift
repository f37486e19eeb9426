import Foundation
import Testing

/// The documents that belong to the package.
@Suite struct DocumentTests {
  @Test(arguments: ["README.md", "FORMAT.md", "CHANGELOG.md", "CONTRIBUTING.md", ".swift-format", ".ci/run"])
  func `each document is there and not empty`(path: String) throws {
    #expect(Repository.has(path), "\(path) is missing")
    if Repository.has(path) { #expect(try Repository.text(path).count > 100) }
  }

  @Test func `the check of the whole can be started`() throws {
    let path = Repository.root.appendingPathComponent(".ci/run").path
    #expect(FileManager.default.isExecutableFile(atPath: path))
  }

  @Test func `the README opens with two commands, and the check runs both`() throws {
    let readme = try Repository.text("README.md")
    let check = try Repository.text(".ci/run")
    let blocks = readme.components(separatedBy: "```")
    try #require(blocks.count > 2)
    let commands = blocks[1].split(separator: "\n").filter { $0.hasPrefix("swift ") }
    #expect(commands.count == 2)
    for command in commands { #expect(check.contains(command), "'\(command)' is not in .ci/run") }
  }

  @Test func `the program of the README is the one that a test runs`() throws {
    let blocks = try Repository.text("README.md").components(separatedBy: "```")
    let program = try #require(blocks.first { $0.contains("@Model class") })
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    let wanted = lines(program).filter { $0 != "swift" && !$0.hasPrefix("import ") }
    var left = lines(try Repository.text("Tests/ObjectGraphTests/ReadmeTests.swift"))[...]
    for line in wanted {
      let place = left.firstIndex(of: line)
      #expect(place != nil, "the test lacks '\(line)', or has it elsewhere")
      if let place { left = left[(place + 1)...] }
    }
  }

  @Test(arguments: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
  func `links inside the package lead to files`(path: String) throws {
    let text = try Repository.text(path)
    for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      let target = String(match.output.1)
      #expect(Repository.has(target), "\(path) links to \(target), which is missing")
    }
  }
}
