import Foundation
import LogStore
import Testing

struct StandardStreamTests {
  @Test func `no file of a store takes the number of a standard stream that was closed`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try ScratchDirectory(.posix)
      for stream in Int32(0)...2 { close(stream) }
      let store = try Store.open(at: scratch("a.store"))
      let message = Array("a message of the program\n".utf8)
      for stream in Int32(0)...2 where write(stream, message, message.count) != -1 { exit(1) }
      try store.close()
    }
  }
}
