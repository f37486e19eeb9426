/// Something that programs see already and that a loss of power may undo.
struct PendingChange: Sendable {
  enum Kind: Sendable {
    /// Whole sectors as the cache had them after a write.
    case sectors(node: Int, first: Int, bytes: [UInt8])
    /// Another size of a file.
    case size(node: Int, size: Int, cuts: Bool)
    case link(directory: Int, name: String, node: Int)
    case unlink(directory: Int, name: String)
    case rename(from: Int, name: String, to: Int, newName: String, node: Int)
  }

  var kind: Kind
  /// Tells the changes apart, for choosing where they tear.
  var serial: UInt64
  /// Whether a failed sync has given it up: no later sync makes it durable, though it may have reached the disk.
  var isForgotten = false

  /// The file that it changes; nil for names.
  var node: Int? {
    switch kind {
    case .sectors(let node, _, _), .size(let node, _, _): node
    case .link, .unlink, .rename: nil
    }
  }

  /// The sectors that it changes, counted from the start of the file.
  var sectors: Range<Int>? {
    guard case .sectors(_, let first, let bytes) = kind else { return nil }
    return first..<first + bytes.count / PagedContent.sectorSize
  }

  /// Whether a sync of a directory makes it durable.
  func isName(in directory: Int) -> Bool {
    switch kind {
    case .link(let parent, _, _), .unlink(let parent, _): parent == directory
    case .rename(let from, _, let to, _, _): from == directory || to == directory
    case .sectors, .size: false
    }
  }

  /// The parts of it that survive or get lost by themselves: of one block the sectors before and behind a place
  /// that `seed` chooses, of more blocks the same for the first and the last, and what lies between.
  func parts(seed: UInt64) -> [Range<Int>?] {
    guard let sectors else { return [nil] }
    guard sectors.count > 1 else { return [sectors] }
    let block = PagedContent.sectorsInPage
    var choice = DiskHash(seed: seed)
    choice.mix(serial)
    let number = Int(choice.value >> 33)
    var cuts: [Int]
    if sectors.count <= block {
      cuts = [1 + number % (sectors.count - 1)]
    } else if sectors.count <= 2 * block {
      cuts = [1 + number % (block - 1), block]
    } else {
      cuts = [
        1 + number % (block - 1), block, sectors.count - block, sectors.count - 1 - number / 8 % (block - 1),
      ]
    }
    cuts = cuts.filter { $0 > 0 && $0 < sectors.count }
    var parts: [Range<Int>?] = []
    var start = sectors.lowerBound
    for cut in cuts where sectors.lowerBound + cut > start {
      parts.append(start..<sectors.lowerBound + cut)
      start = sectors.lowerBound + cut
    }
    parts.append(start..<sectors.upperBound)
    return parts
  }
}

extension PendingChange: CustomStringConvertible {
  var description: String {
    let text =
      switch kind {
      case .sectors(let node, let first, let bytes):
        "write \(bytes.count) bytes at \(first * PagedContent.sectorSize) of file \(node)"
      case .size(let node, let size, let cuts): "\(cuts ? "cut" : "extend") file \(node) to \(size)"
      case .link(let directory, let name, let node): "create \(name) (\(node)) in directory \(directory)"
      case .unlink(let directory, let name): "remove \(name) from directory \(directory)"
      case .rename(let from, let name, let to, let newName, let node):
        "rename \(name) in directory \(from) to \(newName) in \(to) (\(node))"
      }
    return isForgotten ? text + ", given up by a failed sync" : text
  }
}
