import Foundation
import LogStore
import Testing

@Suite struct CreationTests {
  /// Names in a directory after a store was made in it.
  private func namesAfterCreation(of root: String, in directory: String, _ io: any StorageIO) throws
    -> [String]
  {
    let store = try Store.open(at: root, io: io)
    try store.close()
    return try io.contents(ofDirectory: directory)
  }

  @Test(arguments: ["/a.store", "a.store"])
  func `what a crash has left of an attempt to make a store goes with the next one`(root: String) throws {
    let io = MemoryStorageIO()
    let leftover = root + ".new-1f"
    for directory in ["", "/seg", "/ckpt", "/blob"] { try io.createDirectory(leftover + directory) }
    for file in ["/LOCK", "/wal.0"] { try io.open(leftover + file, .create).write([0], at: 0) }
    #expect(try namesAfterCreation(of: root, in: root.hasPrefix("/") ? "/" : ".", io) == ["a.store"])
  }

  @Test func `a store that only has such a name stays`() throws {
    let io = MemoryStorageIO()
    for name in ["/a.store.new-old", "/a.store.new-0"] {
      let store = try Store.open(at: name, io: io)
      try store.close()
    }
    let names = try namesAfterCreation(of: "/a.store", in: "/", io)
    #expect(names == ["a.store", "a.store.new-0", "a.store.new-old"])
    #expect(try StoreCheck.run(at: "/a.store.new-0", io: io).isClean)
  }

  @Test func `a link that leads nowhere is named as what is in the way`() throws {
    let scratch = try ScratchDirectory(.posix)
    let path = scratch("a.store")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch("nothing"))
    let error = #expect(throws: StoreError.self) { try Store.open(at: path, io: scratch.io) }
    #expect(
      error?.description.contains("a link that leads nowhere") == true,
      "\(error.map(String.init(describing:)) ?? "")"
    )
    #expect(try scratch.io.contents(ofDirectory: scratch.path) == ["a.store"])
  }
}
