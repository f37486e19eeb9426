import LogStore
import Testing

/// A message has to say what was tried, on what, why it failed and what to do next.
@Suite struct StorageIOErrorTests {
  @Test(arguments: Disk.allCases)
  func `a message names act, path, cause and remedy`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let error = #expect(throws: StorageIOError.self) { try scratch.io.open(scratch("missing"), .readOnly) }
    let text = error?.description ?? ""
    #expect(
      text.hasPrefix("Could not open \(scratch("missing")): No such file or directory (error 2 of open).")
    )
    #expect(text.contains("Check the spelling of the path"))
    #expect(error?.operation == "open")
    #expect(error?.path == scratch("missing"))
    #expect(error?.isNoSuchEntry == true)
    #expect(error?.isOutOfSpace == false)
  }

  @Test(arguments: Disk.allCases)
  func `a failed rename names both paths`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let error = #expect(throws: StorageIOError.self) { try scratch.io.rename(scratch("x"), to: scratch("y")) }
    #expect(error?.description.hasPrefix("Could not rename \(scratch("x")) to \(scratch("y")):") == true)
  }

  @Test(arguments: StorageIOError.Code.allCases)
  func `every known number has a text and a remedy`(code: StorageIOError.Code) {
    let error = StorageIOError(operation: "pwrite", path: "/some/file", code: code)
    #expect(error.knownCode == code)
    let text = error.description
    #expect(text.hasPrefix("Could not write /some/file: "))
    #expect(!text.contains("unknown error"))
    #expect(text.split(separator: ". ").count >= 2)
    #expect(text.hasSuffix("."))
  }

  @Test func `a number without a name still says where to look`() {
    let error = StorageIOError(operation: "pread", path: "/f", code: 12_345)
    #expect(error.knownCode == nil)
    #expect(error.description.contains("error 12345 of pread"))
    #expect(error.description.contains("errno(3)"))
  }

  @Test func `the same operation on another path is another error`() {
    let one = StorageIOError(operation: "open", path: "/a", code: .noSuchEntry)
    #expect(one == StorageIOError(operation: "open", path: "/a", code: 2))
    #expect(one != StorageIOError(operation: "open", path: "/b", code: 2))
  }

  @Test func `lack of room and of quota count as out of space`() {
    #expect(StorageIOError(operation: "pwrite", path: "/a", code: .noSpace).isOutOfSpace)
    #expect(StorageIOError(operation: "pwrite", path: "/a", code: .quotaExceeded).isOutOfSpace)
  }
}
