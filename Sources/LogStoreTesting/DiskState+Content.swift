import LogStore

extension DiskState {
  // MARK: Changes

  /// Writes bytes whose address is a number, since pointers do not go into a lock.
  mutating func write(
    _ address: UInt,
    _ count: Int,
    to node: Int,
    at offset: Int,
    isDurable: Bool,
    _ path: String
  ) throws(StorageIOError) {
    let failure = strike(
      isDurable ? .durableWrite : .write,
      "pwrite\(isDurable ? " O_DSYNC" : "") \(path), \(count) bytes at \(offset)"
    )
    var count = count
    var isFull = false
    if let capacity = options.capacity {
      let growth = max(0, offset + count - nodes[node].allocated)
      isFull = growth > 0 && usedBytes + growth > capacity
      if isFull { count = max(0, min(count, nodes[node].allocated + max(0, capacity - usedBytes) - offset)) }
    }
    if let failure {
      switch failure.effect {
      case .nothing: count = 0
      case .shortWrite(let bytes): count = min(count, max(0, bytes))
      case .marksPagesClean, .revertsPages: if !isDurable { count = 0 }
      }
    }
    if count > 0 { store(address, count, in: node, at: offset) }
    if let failure {
      if isDurable { giveUp(node, failure.effect) }
      throw StorageIOError(operation: "pwrite", path: path, code: failure.reason.rawValue)
    }
    if isFull { throw StorageIOError(operation: "pwrite", path: path, code: .noSpace) }
    guard isDurable, count > 0, !nodes[node].isVolatile else { return }
    settle(node, sectors: PagedContent.sectors(offset, count))
    record()
  }

  private mutating func store(_ address: UInt, _ count: Int, in node: Int, at offset: Int) {
    let before = nodes[node].live.size
    nodes[node].live.write(
      UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count),
      at: offset
    )
    guard !nodes[node].isVolatile else { return }
    let sectors = PagedContent.sectors(offset, count)
    note(
      .sectors(
        node: node,
        first: sectors.lowerBound,
        bytes: nodes[node].live.sectorBytes(sectors)
      )
    )
    if nodes[node].live.size > before { note(.size(node: node, size: nodes[node].live.size, cuts: false)) }
    record()
  }

  mutating func truncate(_ node: Int, to size: Int, _ path: String) throws(StorageIOError) {
    try refuseIfAsked(.truncate, "ftruncate", path)
    let before = nodes[node].live.size
    nodes[node].live.resize(to: size)
    nodes[node].reserved = min(nodes[node].reserved, size)
    guard size != before, !nodes[node].isVolatile else { return }
    note(.size(node: node, size: size, cuts: size < before))
    record()
  }

  mutating func reserve(_ node: Int, upTo size: Int, _ path: String) throws(StorageIOError) {
    try refuseIfAsked(.reserve, "fallocate", path)
    if let capacity = options.capacity, size > nodes[node].allocated,
      usedBytes + size - nodes[node].allocated > capacity
    {
      throw StorageIOError(operation: "fallocate", path: path, code: .noSpace)
    }
    nodes[node].reserved = max(nodes[node].reserved, size)
  }

  // MARK: Syncs

  mutating func sync(_ node: Int, _ path: String) throws(StorageIOError) {
    if let failure = strike(.sync, "fdatasync \(path)") {
      giveUp(node, failure.effect)
      throw StorageIOError(operation: "fdatasync", path: path, code: failure.reason.rawValue)
    }
    settle(node, sectors: nil)
    record()
  }

  mutating func syncDirectory(_ path: String) throws(StorageIOError) {
    guard let directory = find(path), nodes[directory].isDirectory else {
      throw StorageIOError(operation: "fsync", path: path, code: .noSuchEntry)
    }
    if let failure = strike(.syncDirectory, "fsync \(path)") {
      if failure.effect == .marksPagesClean || failure.effect == .revertsPages {
        for index in pending.indices where pending[index].isName(in: directory) {
          pending[index].isForgotten = true
        }
      }
      throw StorageIOError(operation: "fsync", path: path, code: failure.reason.rawValue)
    }
    var rest: [PendingChange] = []
    var settled: Set<String> = []
    for change in pending {
      guard change.isName(in: directory), !change.isForgotten else {
        rest.append(change)
        continue
      }
      applyName(change)
      settled.formUnion(change.names(in: directory))
    }
    // What a failed sync gave up is overtaken by what is durable now.
    pending = rest.filter { !$0.isForgotten || settled.isDisjoint(with: $0.names(in: directory)) }
    record()
  }

  /// Makes a change of names part of what the disk has.
  mutating func applyName(_ change: PendingChange) {
    switch change.kind {
    case .link(let directory, let name, let node): nodes[directory].durableEntries[name] = node
    case .unlink(let directory, let name): nodes[directory].durableEntries[name] = nil
    case .rename(let from, let name, let to, let newName, let node):
      if nodes[from].durableEntries[name] == node { nodes[from].durableEntries[name] = nil }
      nodes[to].durableEntries[newName] = node
    case .sectors, .size: break
    }
  }

  /// Makes a size part of what the disk has.
  mutating func applySize(_ size: Int, cuts: Bool, of node: Int) {
    if cuts { nodes[node].durable.resize(to: size) } else { nodes[node].durable.grow(to: size) }
  }

  /// Makes changes of a file durable: all of them, or those of some sectors with every size.
  private mutating func settle(_ node: Int, sectors range: Range<Int>?) {
    var rest: [PendingChange] = []
    var settled: [Range<Int>] = []
    var hasSize = false
    for change in pending {
      guard change.node == node, !change.isForgotten else {
        rest.append(change)
        continue
      }
      switch change.kind {
      case .size(_, let size, let cuts):
        applySize(size, cuts: cuts, of: node)
        hasSize = true
      case .sectors(_, let first, let bytes):
        let all = change.sectors ?? 0..<0
        let inside = range.map { all.clamped(to: $0) } ?? all
        guard !inside.isEmpty else {
          rest.append(change)
          continue
        }
        nodes[node].durable.place(bytes, from: first, only: inside)
        settled.append(inside)
        rest += change.without(inside)
      case .link, .unlink, .rename: break
      }
    }
    // What a failed sync gave up is overtaken by what is durable now.
    pending = rest.flatMap { change -> [PendingChange] in
      guard change.isForgotten, change.node == node else { return [change] }
      guard change.sectors != nil else { return hasSize ? [] : [change] }
      return settled.reduce([change]) { parts, range in parts.flatMap { $0.without(range) } }
    }
  }

  /// What a sync that fails does to the changes of a file.
  private mutating func giveUp(_ node: Int, _ effect: DiskFailure.Effect) {
    switch effect {
    case .nothing, .shortWrite: break
    case .marksPagesClean:
      for index in pending.indices where pending[index].node == node { pending[index].isForgotten = true }
    case .revertsPages:
      var rest: [PendingChange] = []
      for change in pending {
        guard change.node == node else {
          rest.append(change)
          continue
        }
        guard randomness.next() & 1 == 0 else { continue }
        switch change.kind {
        case .size(_, let size, let cuts): applySize(size, cuts: cuts, of: node)
        case .sectors(_, let first, let bytes):
          nodes[node].durable.place(bytes, from: first, only: change.sectors ?? 0..<0)
        case .link, .unlink, .rename: break
        }
      }
      pending = rest
      nodes[node].durable.trim()
      nodes[node].live = nodes[node].durable
    }
    record()
  }

  /// Changes bits of a byte, in the cache and on the disk.
  mutating func damage(_ path: String, at offset: Int, flipping mask: UInt8) -> Bool {
    guard let node = find(path), offset >= 0, offset < nodes[node].live.size else { return false }
    nodes[node].live.flip(mask, at: offset)
    if offset < nodes[node].durable.size { nodes[node].durable.flip(mask, at: offset) }
    for index in pending.indices where pending[index].node == node { pending[index].flip(mask, at: offset) }
    return true
  }
}

extension PendingChange {
  /// The names in a directory that a change is about.
  fileprivate func names(in place: Int) -> Set<String> {
    switch kind {
    case .link(let directory, let name, _), .unlink(let directory, let name):
      directory == place ? [name] : []
    case .rename(let from, let name, let to, let newName, _):
      Set([(from, name), (to, newName)].filter { $0.0 == place }.map(\.1))
    case .sectors, .size: []
    }
  }

  /// Changes bits of a byte, if it is among those that are written.
  fileprivate mutating func flip(_ mask: UInt8, at offset: Int) {
    guard case .sectors(let node, let first, var bytes) = kind else { return }
    let place = offset - first * PagedContent.sectorSize
    guard bytes.indices.contains(place) else { return }
    bytes[place] ^= mask
    kind = .sectors(node: node, first: first, bytes: bytes)
  }

  /// What is left of a write when some sectors are taken out of it.
  func without(_ range: Range<Int>) -> [PendingChange] {
    guard case .sectors(let node, let first, let bytes) = kind, let all = sectors, all.overlaps(range) else {
      return [self]
    }
    let inside = all.clamped(to: range)
    return [all.lowerBound..<inside.lowerBound, inside.upperBound..<all.upperBound].compactMap { part in
      guard !part.isEmpty else { return nil }
      let start = (part.lowerBound - first) * PagedContent.sectorSize
      var piece = self
      piece.kind = .sectors(
        node: node,
        first: part.lowerBound,
        bytes: Array(bytes[start..<start + part.count * PagedContent.sectorSize])
      )
      return piece
    }
  }
}
