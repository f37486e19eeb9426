import Foundation
import LogStore
import Testing

/// Stores on a file system that nobody can write to, not even the administrator.
@Suite struct ReadOnlyMountTests {
  /// A directory in memory that is mounted for reading only while a body runs.
  private struct Mount {
    let path: String

    /// Whether this process may mount.
    static let isPossible: Bool = {
      guard geteuid() == 0, let mount = try? Mount() else { return false }
      mount.end()
      return true
    }()

    init() throws {
      path = FileManager.default.temporaryDirectory.appendingPathComponent("mount-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard Self.run("mount", "-t", "tmpfs", "tmpfs", path) else {
        try? FileManager.default.removeItem(atPath: path)
        throw FixtureError(text: "no file system can be mounted")
      }
    }

    func makeReadOnly() throws {
      guard Self.run("mount", "-o", "remount,ro", path) else {
        throw FixtureError(text: "it cannot be mounted for reading only")
      }
    }

    func end() {
      _ = Self.run("umount", "-l", path)
      try? FileManager.default.removeItem(atPath: path)
    }

    private static func run(_ words: String...) -> Bool {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }

  /// What every file below a directory holds, and when it was changed.
  private static func files(_ path: String) throws -> [String: [String]] {
    var files: [String: [String]] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? [] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
      let content = try? Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
      files[name] = [
        "\(attributes[.modificationDate] ?? "")", "\(attributes[.size] ?? "")",
        content.map { "\(XXH64.hash(Array($0), seed: 0))" } ?? "",
      ]
    }
    return files
  }

  @Test(.enabled(if: Mount.isPossible), arguments: [true, false])
  func `a store on a read-only file system is read, its log too, and nothing is touched`(isClosed: Bool)
    throws
  {
    let mount = try Mount()
    defer { mount.end() }
    let path = mount.path + "/a.store"
    let content: CrashContent
    do {
      let fixture = try GraphFixture(io: PosixStorageIO(), path: path)
      for number in 0..<20 {
        var batch = WriteBatch()
        try fixture.insert("Tag", ["label": .string("\(number)")], into: &batch)
        try fixture.store.commit(batch)
      }
      content = try CrashContent(fixture.store.snapshot())
      if isClosed {
        try fixture.store.close()
      } else {
        // As a killed process leaves it: a copy of what an open store has on the disk.
        try FileManager.default.copyItem(atPath: path, toPath: mount.path + "/b.store")
        try fixture.store.close()
      }
    }
    let subject = mount.path + (isClosed ? "/a.store" : "/b.store")
    try mount.makeReadOnly()
    let before = try Self.files(mount.path)
    let store = try Store.open(at: subject, options: StoreOptions(access: .readOnly))
    #expect(try CrashContent(store.snapshot()) == content)
    #expect(try store.refresh() == false)
    #expect(throws: StoreError.self) { try store.commit(WriteBatch()) }
    try store.close()
    #expect(try StoreCheck.run(at: subject).isClean)
    let error = #expect(throws: StoreError.self) { try Store.open(at: subject) }
    #expect(error?.description.contains("Read-only file system") == true)
    #expect(try Self.files(mount.path) == before)
  }
}
