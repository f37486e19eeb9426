import ControlFile
import Testing

private func record(_ text: String) throws -> PackageRecord {
  var parser = ControlFileParser(ByteSource(text: text))
  return try PackageRecord(try #require(try parser.next()))
}

@Suite struct PackageRecordTests {
  @Test func `every field is read`() throws {
    let record = try record(
      """
      Package: sample
      Status: install ok installed
      Essential: yes
      Priority: Required
      Section: utils
      Installed-Size: 120
      Size: 4096
      Filename: pool/s/sample.deb
      Maintainer: A. Person <a@example.org>
      Architecture: amd64
      Version: 1:2.0-3
      Provides: thing (= 2)
      Depends: a | b
      Pre-Depends: c
      Description: does it
       At length.

      """
    )
    #expect(record.name == "sample")
    #expect(record.status == PackageStatus(field: "install ok installed"))
    #expect(record.isEssential)
    #expect(record.priority == .required)
    #expect(record.section == "utils")
    #expect(record.installedSize == 120)
    #expect(record.downloadSize == 4_096)
    #expect(record.filename == "pool/s/sample.deb")
    #expect(record.maintainer?.name == "A. Person")
    #expect(record.maintainer?.key == "a@example.org")
    #expect(record.architecture == "amd64")
    #expect(record.version == "1:2.0-3")
    #expect(record.relations.map(\.kind) == [.preDepends, .depends, .depends, .provides])
    #expect(record.synopsis == "does it")
    #expect(record.longDescription == "At length.")
  }

  @Test func `all but the name may be absent`() throws {
    let record = try record("Package: bare\n")
    #expect(record.architecture == "all")
    #expect(record.priority == .unspecified)
    #expect(record.maintainer == nil)
    #expect(record.status == nil)
    #expect(record.relations.isEmpty)
  }

  @Test func `a paragraph without a name is refused with its line`() {
    #expect(throws: ControlFileError.missingField(name: "Package", paragraphLine: 2)) {
      _ = try record("\nVersion: 1\n")
    }
  }

  @Test(arguments: [
    ("Installed-Size", "big"), ("Size", "-1"), ("Size", "99999999999999999999"), ("Status", "installed"),
    ("Status", "install ok perhaps"), ("Depends", "a b"),
  ])
  func `a field of another form is named with what was found`(field: String, value: String) {
    let error = #expect(throws: ControlFileError.self) { _ = try record("Package: a\n\(field): \(value)\n") }
    #expect(error?.description.contains("\(field): \(value)") == true)
  }

  @Test(arguments: [
    ("Name <n@x.org>", "Name", "n@x.org"), ("Name <N@X.org>", "Name", "n@x.org"),
    ("<n@x.org>", "n@x.org", "n@x.org"),
    ("Name", "Name", "Name"), ("A <B> <c@d>", "A <B>", "c@d"), ("Name <>", "Name", "Name"),
  ])
  func `a maintainer is a name and an address, either may be missing`(
    field: String,
    name: String,
    key: String
  ) {
    let maintainer = MaintainerName(field: field)
    #expect(maintainer?.name == name)
    #expect(maintainer?.key == key)
  }

  @Test func `an empty maintainer is none`() {
    #expect(MaintainerName(field: " ") == nil)
    #expect(MaintainerName(field: "<>") == nil)
  }

  @Test(arguments: PackageStatus.State.allCases)
  func `each state of a package is known`(state: PackageStatus.State) {
    #expect(PackageStatus(field: "hold reinstreq \(state.rawValue)")?.state == state)
  }
}
