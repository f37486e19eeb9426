import CatalogTool
import Foundation
import PackageCatalog
import Testing

/// The sample in a store on disk, and the program run on it.
private struct SampleStore {
  let directory: TemporaryDirectory
  let path: String
  let imported: Outcome

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("catalog.store")
    let file = try directory.file("sample", Array(SampleControlFile.text.utf8))
    imported = Outcome(["import", file, "--store", path])
  }

  func run(_ arguments: String...) -> Outcome { Outcome(arguments + ["--store=\(path)"]) }
}

@Suite struct CommandTests {
  @Test func `import says what it did, and nothing on standard error`() throws {
    let store = try SampleStore()
    #expect(store.imported.code == .success)
    #expect(store.imported.output.contains("inserted 27, updated 0, unchanged 0"))
    #expect(store.imported.errors.isEmpty)
    let again = store.run("import", store.directory.path("sample"))
    #expect(again.output.contains("inserted 0, updated 0, unchanged 27\n"))
  }

  @Test func `search prints one line a package`() throws {
    let store = try SampleStore()
    let outcome = store.run("search", "compiler")
    #expect(outcome.code == .success)
    #expect(
      outcome.output == """
        anvil-editor - text editor with a compiler for macros (configuration only)
        ember-compiler (virtual)
        kiln - compiler for the Ember language (installed)
        kiln-backend - code generator of the Kiln compiler (installed)
        kiln-doc - manual of the Kiln compiler (available)

        """
    )
  }

  @Test func `show prints the fields of a package`() throws {
    let store = try SampleStore()
    let outcome = store.run("show", "slowscan")
    #expect(
      outcome.output == """
        Package: slowscan
        Kind: available
        Architecture: amd64
        Version: 3.0-1
        Priority: optional
        Section: utils
        Installed-Size: 390 KiB
        Maintainer: José Quintero <jose@quintero.example>
        Filename: pool/s/slowscan/slowscan_3.0-1_amd64.deb
        Download-Size: 120448 bytes
        Depends: libember1
        Conflicts: quickscan (<< 0.5)
        Provides: text-scanner
        Required by: 0 relations
        Description: thorough scanner for text patterns
         Searches files for lines, and reads each of them twice.

        """
    )
  }

  @Test func `show prints each architecture and the providers of a virtual name`() throws {
    let store = try SampleStore()
    #expect(store.run("show", "libember1").output.components(separatedBy: "Package: libember1\n").count == 3)
    #expect(store.run("show", "editor").output.contains("Provided by: anvil-editor, tiny-editor\n"))
  }

  @Test func `depends prints terms with their alternatives and what is not met`() throws {
    let store = try SampleStore()
    #expect(
      store.run("depends", "kiln").output == """
        kiln:amd64 4:12.2-3 (installed)
          Depends: kiln-backend (>= 12.2)
          Depends: libember-dev (>= 1.6) | ember-headers (virtual)
          Depends: linker (virtual)
          Recommends: kiln-doc
          Suggests: hammer
          Suggests: anvil-editor
          Provides: ember-compiler

        """
    )
    #expect(store.run("depends", "kiln-backend").output.contains("libsinter4 (>= 4.1) (not met by 4.0-9)"))
  }

  @Test func `depends follows required relations to the depth asked for`() throws {
    let store = try SampleStore()
    #expect(
      store.run("depends", "binlink", "--depth", "3").output == """
        binlink:amd64 2.40-2 (installed)
          Depends: libember1
            Depends: ember-runtime (= 1.6-2)
          Depends: libsinter4
            Depends: libember1 (see above)
          Provides: linker

        """
    )
  }

  @Test func `depends in reverse prints who needs the package`() throws {
    let store = try SampleStore()
    #expect(
      store.run("depends", "libsinter4", "--reverse", "--depth=2").output == """
        libsinter4:amd64 4.0-9 (installed)
          binlink Depends: libsinter4
          kiln-backend Depends: libsinter4 (>= 4.1)
            kiln Depends: kiln-backend (>= 12.2)

        """
    )
    #expect(store.run("depends", "linker").output.contains("Provided by: binlink"))
  }

  @Test func `stats counts everything`() throws {
    let store = try SampleStore()
    let words = store.run("stats").output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(words.contains(["Packages", "27"]))
    #expect(words.contains(["installed", "16"]))
    #expect(words.contains(["configuration", "only", "3"]))
    #expect(words.contains(["available", "8"]))
    #expect(words.contains(["Packages", "by", "priority", "27"]))
  }

  @Test(arguments: [["show", "nothing"], ["depends", "nothing"], ["search", "nothing at all"]])
  func `what is not there ends with 1 and one line`(arguments: [String]) throws {
    let store = try SampleStore()
    let outcome = Outcome(arguments + ["--store", store.path])
    #expect(outcome.code == .notFound)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `a query does not make a store`() throws {
    let directory = try TemporaryDirectory()
    let outcome = Outcome(["stats", "--store", directory.path("none.store")])
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("there is no catalog at"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("none.store")))
  }

  @Test func `the default store is below the data directory`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("f", Array("Package: a\n".utf8))
    let environment = ["XDG_DATA_HOME": directory.url.path]
    #expect(Outcome(["import", file], environment: environment).code == .success)
    #expect(FileManager.default.fileExists(atPath: directory.path("package-catalog/catalog.store")))
    #expect(Outcome(["show", "a"], environment: environment).code == .success)
  }

  @Test func `each durable batch is acknowledged by a line`() throws {
    let directory = try TemporaryDirectory()
    let text = (0..<2_500).map { "Package: p\($0)\n" }.joined(separator: "\n")
    let file = try directory.file("f", Array(text.utf8))
    let acknowledged = directory.path("ack")
    let arguments = ["import", file, "--store", directory.path("c.store")]
    #expect(Outcome(arguments, environment: ["CATALOG_ACK": acknowledged]).code == .success)
    #expect(try String(contentsOfFile: acknowledged, encoding: .utf8) == "1000\n2000\n2500\n")
  }

  @Test(arguments: [
    [], ["frobnicate"], ["import", "a", "b"], ["search"], ["search", ""], ["show"], ["show", "a", "b"],
    ["stats", "x"],
    ["stats", "--depth", "2"], ["depends", "a", "--depth", "0"], ["depends", "a", "--depth", "x"],
    ["stats", "--store"],
    ["stats", "--frob"], ["stats", "--reverse"], ["depends", "a", "--reverse=yes"],
    ["depends", "--depth", "2"],
  ])
  func `a command line of another form ends with 64 and points to the help`(arguments: [String]) {
    let outcome = Outcome(arguments)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.hasSuffix("see catalog --help\n"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--version", "x"], ["help", "foo"], ["foo", "--help"], ["show", ""]])
  func `what stands behind the end of a command line is not passed over`(arguments: [String]) {
    let outcome = Outcome(arguments)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.hasSuffix("see catalog --help\n"))
  }

  @Test func `an empty text is called empty`() {
    #expect(Outcome(["search", ""]).errors.contains("the text of 'search' is empty"))
  }

  @Test func `the version is told`() {
    #expect(Outcome(["--version"]).output == "catalog \(CatalogTool.version)\n")
  }

  @Test func `one package is not called packages`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("f", Array("Package: a\n".utf8))
    let outcome = Outcome(["import", file, "--store", directory.path("c.store")])
    #expect(outcome.output.hasPrefix("\(file): 1 package\n"))
  }

  @Test func `the sample is printed as it is imported`() {
    #expect(Outcome(["sample"]).output == SampleControlFile.text)
  }

  @Test(arguments: [["--help"], ["help"], ["import", "--help"]])
  func `help names every command`(arguments: [String]) {
    let outcome = Outcome(arguments)
    #expect(outcome.code == .success)
    let words = ["import", "search", "show", "depends", "stats", "--store", "--reverse", "--depth"]
    for word in words + ["CATALOG_ACK"] {
      #expect(outcome.output.contains(word))
    }
  }
}
