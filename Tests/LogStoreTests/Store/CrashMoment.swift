import LogStore

/// What a `CrashDisk` would be after a loss of power at one moment, depending on which pending changes had reached it.
///
/// A change reaches it whole or not at all, a write with the size that it gives its file; only the last write can be
/// torn. `SimulatedDisk` of LogStoreTesting loses sectors, sizes and names by themselves.
struct CrashMoment {
  /// Which of the pending changes survive.
  enum Choice: CustomStringConvertible {
    case none, all, only(Int), allBut(Int), torn

    var description: String {
      switch self {
      case .none: "nothing pending"
      case .all: "everything pending"
      case .only(let index): "only change \(index)"
      case .allBut(let index): "all but change \(index)"
      case .torn: "all, the last write cut at 512 bytes"
      }
    }

    func keeps(_ index: Int) -> Bool {
      switch self {
      case .none: false
      case .all, .torn: true
      case .only(let only): index == only
      case .allBut(let without): index != without
      }
    }
  }

  private let names: [String: CrashDisk.Node]
  private let contents: [UInt64: [UInt8]]
  private let pending: [CrashDisk.Change]
  private let directories: Set<String>

  init(_ disk: CrashDisk) {
    names = disk.durableNames
    directories = disk.directories
    pending = disk.pending
    var contents: [UInt64: [UInt8]] = [:]
    for node in Array(disk.durableNames.values) + Array(disk.names.values) {
      contents[node.number] = node.durable
    }
    for change in disk.pending {
      switch change {
      case .link(_, let node), .rename(_, _, let node): contents[node.number] = node.durable
      case .write, .cut, .unlink: break
      }
    }
    self.contents = contents
  }

  /// The choices that are tried: nothing, everything, each change alone, all but one, and everything with the last
  /// write torn. Other subsets are not.
  var choices: [Choice] {
    guard !pending.isEmpty else { return [.none] }
    var choices: [Choice] = [.none, .all, .torn]
    guard pending.count > 1 else { return choices }
    for index in pending.indices { choices += [.only(index), .allBut(index)] }
    return choices
  }

  /// The disk after the loss of power.
  func disk(_ choice: Choice, seed: UInt64) -> CrashDisk {
    var names = names
    var contents = contents
    for (index, change) in pending.enumerated() where choice.keeps(index) {
      switch change {
      case .write(let node, let offset, let bytes):
        var bytes = bytes
        if case .torn = choice, index == pending.count - 1 {
          bytes = Array(bytes.prefix(bytes.count > 512 ? 512 : 0))
        }
        CrashDisk.apply(bytes, at: offset, to: &contents[node.number, default: []])
      case .cut(let node, let size): CrashDisk.cut(&contents[node.number, default: []], to: size)
      case .link(let path, let node): names[path] = node
      case .unlink(let path): names[path] = nil
      case .rename(let path, let newPath, let node):
        names[path] = nil
        names[newPath] = node
      }
    }
    return CrashDisk(
      seed: seed,
      files: names.mapValues { contents[$0.number] ?? [] },
      directories: directories
    )
  }

  /// The pending changes, a line each.
  var trace: String {
    pending.enumerated().map { index, change in
      switch change {
      case .write(let node, let offset, let bytes):
        "\(index): write \(bytes.count) at \(offset) of \(node.number)"
      case .cut(let node, let size): "\(index): cut \(node.number) to \(size)"
      case .link(let path, let node): "\(index): link \(path) = \(node.number)"
      case .unlink(let path): "\(index): unlink \(path)"
      case .rename(let path, let newPath, _): "\(index): rename \(path) to \(newPath)"
      }
    }.joined(separator: "\n")
  }
}
