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

  @Test(arguments: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
  func `links inside the package lead to files`(path: String) throws {
    let text = try Repository.text(path)
    for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      let target = String(match.output.1)
      #expect(Repository.has(target), "\(path) links to \(target), which is missing")
    }
  }
}
