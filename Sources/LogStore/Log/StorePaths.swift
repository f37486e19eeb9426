/// Names of the files of a store (FORMAT.md, "Directory").
package struct StorePaths: Sendable {
  /// The directory of the store.
  package let root: String

  package init(root: String) {
    var root = root
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  package var superblock: String { root + "/SUPER" }
  package var lock: String { root + "/LOCK" }
  package var keys: String { root + "/KEYS" }
  var newKeys: String { keys + ".new" }
  package var segments: String { root + "/seg" }
  package var checkpoints: String { root + "/ckpt" }
  package var blobs: String { root + "/blob" }
  package var reserve: String { root + "/RESERVE" }
  package func half(_ half: UInt8) -> String { root + "/wal.\(half)" }
  package func segment(_ id: UInt32) -> String { segments + "/" + Self.digits(UInt64(id)) + ".seg" }
  /// A segment that recovery writes anew, before it takes the name of the old file.
  func renewedSegment(_ id: UInt32) -> String { segment(id) + Self.renewed }
  package func segmentList(_ id: UInt64) -> String { segments + "/" + Self.digits(id) + ".list" }
  package func checkpoint(_ id: UInt64) -> String { checkpoints + "/" + Self.digits(id) + ".ckpt" }

  /// A directory of blobs.
  package func blobShard(_ digits: String) -> String { blobs + "/" + digits }
  package func blob(_ id: BlobID) -> String { blobShard(id.shard) + "/" + id.name }
  /// A blob whose commit is on its way.
  package func temporaryBlob(_ id: BlobID) -> String { blob(id) + Self.renewed }

  /// The blob that such a name belongs to; nil for other names.
  static func temporaryBlob(_ name: String) -> BlobID? {
    name.hasSuffix(renewed) ? BlobID(name: name.dropLast(renewed.utf8.count)) : nil
  }

  /// The store's own name in the directory that holds it.
  package var name: String {
    guard let slash = root.lastIndex(of: "/"), root.count > 1 else { return root }
    return String(root[root.index(after: slash)...])
  }

  /// The directory that holds the store.
  package var parent: String {
    guard let slash = root.lastIndex(of: "/") else { return "." }
    return slash == root.startIndex ? "/" : String(root[..<slash])
  }

  /// Ten decimal digits, zeros in front.
  private static func digits(_ number: UInt64) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 10 - text.utf8.count)) + text
  }

  /// The number of a segment in the name of its file; nil if it is no name of a segment.
  package static func segmentNumber(in name: String) -> UInt32? {
    guard let number = number(in: name, suffix: ".seg"), number > 0, number < FormatConstants.segmentBound
    else {
      return nil
    }
    return UInt32(number)
  }

  private static let renewed = ".new"

  /// Whether a recovery that did not end has left a file of that name.
  static func isRenewedSegment(_ name: String) -> Bool {
    name.hasSuffix(renewed) && segmentNumber(in: String(name.dropLast(renewed.utf8.count))) != nil
  }

  /// The number in a file name; nil if it is no name of that kind.
  package static func number(in name: String, suffix: String) -> UInt64? {
    guard name.hasSuffix(suffix), name.utf8.count == 10 + suffix.utf8.count else { return nil }
    return UInt64(name.dropLast(suffix.count))
  }
}
