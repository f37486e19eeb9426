import Glibc

/// What the harness passes in, and the clock.
enum Environment {
  static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// Seconds of a clock that nobody sets.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Bytes of all files below a directory.
  static func bytes(below path: String) -> Int {
    guard let directory = opendir(path) else { return 0 }
    defer { closedir(directory) }
    var total = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: total += bytes(below: path + "/" + name)
      case S_IFREG: total += Int(status.st_size)
      default: break
      }
    }
    return total
  }
}
