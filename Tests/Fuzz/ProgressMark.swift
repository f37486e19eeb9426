import Foundation

/// Where a process stands, in a file that outlives it.
final class ProgressMark {
  /// What is noted.
  struct Content {
    /// Seed of the input that was decoded last, or is being decoded.
    var seed: UInt64 = 0
    /// Inputs that were decoded.
    var done: UInt64 = 0
    /// Those that were taken for valid.
    var accepted: UInt64 = 0
  }

  private let place: UnsafeMutablePointer<Content>
  let path: String

  /// Opens the file, or makes it.
  init(at path: String) throws {
    self.path = path
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    guard file >= 0, ftruncate(file, 4096) == 0,
      let start = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), start != MAP_FAILED
    else { throw FuzzViolation("cannot write \(path): \(String(cString: strerror(errno)))") }
    place = start.bindMemory(to: Content.self, capacity: 1)
  }

  deinit { munmap(place, 4096) }

  var content: Content {
    get { place.pointee }
    set { place.pointee = newValue }
  }
}
