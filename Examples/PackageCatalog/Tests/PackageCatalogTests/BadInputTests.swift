import CatalogTool
import Foundation
import PackageCatalog
import Testing

/// Each case imports something broken into a catalog that holds one package already: one line says what is
/// wrong, the exit code is 2, and what was stored stays.
@Suite struct BadInputTests {
  private func importing(
    _ bytes: [UInt8],
    expecting code: ExitCode = .failure
  ) throws -> (Outcome, stored: String) {
    let directory = try TemporaryDirectory()
    let store = ["--store", directory.path("c.store")]
    let good = try directory.file("good", Array("Package: kept\n".utf8))
    #expect(Outcome(["import", good] + store).code == .success)
    let outcome = Outcome(["import", try directory.file("bad", bytes)] + store)
    #expect(outcome.code == code)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(Outcome(["show", "kept"] + store).code == .success)
    return (outcome, Outcome(["search", ""] + store).output + Outcome(["search", "new"] + store).output)
  }

  @Test func `a truncated file gives up its last paragraph only`() throws {
    let (outcome, stored) = try importing(Array("Package: new1\n\nPackage: new2\nVersion: 1".utf8))
    #expect(outcome.errors.contains("the file ends in the middle of line 4"))
    #expect(outcome.errors.contains("packages imported before it: 1"))
    #expect(stored.contains("new1"))
    #expect(!stored.contains("new2"))
  }

  @Test func `an over-long line is refused`() throws {
    let (outcome, stored) = try importing(
      Array("Package: new1\n\nPackage: new2\nX: ".utf8) + [UInt8](repeating: 0x78, count: 3 << 20)
    )
    #expect(outcome.errors.contains("line 4 is longer than 1048576 bytes"))
    #expect(stored.contains("new1"))
  }

  @Test func `a paragraph without a name is refused`() throws {
    let (outcome, _) = try importing(Array("Version: 1\nSection: x\n".utf8))
    #expect(outcome.errors.contains("the paragraph at line 1 has no field 'Package'"))
  }

  @Test func `bytes that are no text are refused`() throws {
    let (outcome, _) = try importing([0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x00, 0x0A, 0xFF])
    #expect(outcome.errors.contains("line 1 is neither"))
  }

  @Test func `Latin-1 is taken, and said once`() throws {
    let (outcome, stored) = try importing(
      Array("Package: new\nDescription: caf".utf8) + [0xE9, 0x0A, 0x20, 0xE9, 0x0A],
      expecting: .success
    )
    #expect(outcome.errors.contains("2 lines are not UTF-8 and were taken as Latin-1, first 2"))
    #expect(stored.contains("café"))
  }

  @Test func `a missing file is named, and no store is made for it`() throws {
    let directory = try TemporaryDirectory()
    let outcome = Outcome(["import", directory.path("absent"), "--store", directory.path("c.store")])
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("cannot open '\(directory.path("absent"))': No such file or directory"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("c.store")))
  }

  @Test func `a file without a package makes neither a store nor the directories above it`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("bad", Array("no control file".utf8))
    let outcome = Outcome(["import", file, "--store", directory.path("x/y/c.store")])
    #expect(outcome.code == .failure)
    #expect(!FileManager.default.fileExists(atPath: directory.path("x")))
  }

  @Test func `a place where no store can be leaves no directories behind, and the next step is said`() throws
  {
    let directory = try TemporaryDirectory()
    let file = try directory.file("f", Array("Package: a\n".utf8))
    let outcome = Outcome(["import", file, "--store", file + "/y/c.store"])
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("Not a directory; name another place with --store DIR"))
    let long = String(repeating: "n", count: 300)
    let refused = Outcome(["import", file, "--store", directory.path("x/y/\(long)")])
    #expect(refused.code == .failure)
    #expect(!FileManager.default.fileExists(atPath: directory.path("x")))
  }

  @Test func `a store that fails says how many packages are stored, and that the import can be repeated`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path("c.store")
    let first = try directory.file("f", Array("Package: a\n".utf8))
    #expect(Outcome(["import", first, "--store", path]).code == .success)
    let readOnly = try Catalog.open(at: URL(fileURLWithPath: path), allowsSave: false)
    let error = #expect(throws: ImportError.self) {
      try importText("Package: a\n\nPackage: b\n", into: readOnly, batchSize: 1)
    }
    let text = try #require(error.map { "\($0)" })
    #expect(
      text.hasSuffix("(packages imported before it: 1, which stay stored; import the file again to go on)")
    )
  }

  @Test func `a directory in place of the file is called one`() throws {
    let directory = try TemporaryDirectory()
    let outcome = Outcome(["import", directory.url.path, "--store", directory.path("c.store")])
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("is a directory"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("c.store")))
  }

  @Test func `a file in place of the store is refused by every command`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("f", Array("Package: a\n".utf8))
    for arguments in [["import", file], ["stats"], ["search", "a"]] {
      let outcome = Outcome(arguments + ["--store", file])
      #expect(outcome.code == .failure)
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "Package: a\n")
  }

  @Test func `a directory that is no store is refused and left as it is`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("f", Array("Package: a\n".utf8))
    let outcome = Outcome(["stats", "--store", directory.url.path])
    #expect(outcome.code == .failure)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
