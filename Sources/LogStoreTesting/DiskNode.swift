/// A file or a directory, whatever its names: as programs see it, and as the disk has it.
struct DiskNode: Sendable {
  /// Who holds a byte locked: handles by number, several only when shared.
  struct Holders: Sendable {
    var handles: Set<UInt64>
    var isExclusive: Bool
  }

  let isDirectory: Bool
  /// Whether nothing of its content is ever durable.
  var isVolatile = false
  var live = PagedContent()
  var durable = PagedContent()
  var entries: [String: Int] = [:]
  var durableEntries: [String: Int] = [:]
  /// Bytes set aside beyond the size.
  var reserved = 0
  var locks: [UInt64: Holders] = [:]
  /// Handles that are open on it.
  var openHandles = 0

  init(isDirectory: Bool) { self.isDirectory = isDirectory }

  /// Bytes that it takes from the disk.
  var allocated: Int { max(reserved, live.size) }
}
