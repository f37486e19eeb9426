import LogStore

extension DiskState {
  /// How many parts of pending changes survive or get lost by themselves.
  var partCount: Int { pending.reduce(0) { $0 + $1.parts(seed: seed).count } }

  /// The disk when the power is back: no process, no cache, no lock.
  func afterPowerLoss(_ loss: PowerLoss) -> DiskState {
    var next = self
    next.dropProcesses()
    next.pending = []
    next.recording = nil
    next.failures = []
    var number = 0
    var coin = SimulatedRandomness(seed: seed)
    if case .random(let seed) = loss { coin = SimulatedRandomness(seed: seed) }
    for change in pending {
      for part in change.parts(seed: seed) {
        next.apply(change, part, loss, number, &coin)
        number += 1
      }
    }
    next.restart()
    return next
  }

  private mutating func apply(
    _ change: PendingChange,
    _ part: Range<Int>?,
    _ loss: PowerLoss,
    _ number: Int,
    _ coin: inout SimulatedRandomness
  ) {
    let keeps: Bool
    switch loss {
    case .losingAll: return
    case .keepingAll: keeps = true
    case .keepingOnly(let only): keeps = number == only
    case .losingOnly(let only): keeps = number != only
    case .keeping(let bits): keeps = number < 64 && bits >> UInt64(number) & 1 == 1
    case .garbage(let only):
      keeps = number != only
      if !keeps, let part { return putGarbage(change, part, &coin) }
    case .random:
      guard let part else {
        keeps = coin.next() & 1 == 0
        break
      }
      for sector in part {
        let fall = coin.next()
        if fall & 1 == 0 {
          apply(change, sector..<sector + 1)
        } else if !options.hasPowerSafeOverwrite, fall & 14 == 0 {
          putGarbage(change, sector..<sector + 1, &coin)
        }
      }
      return
    }
    if keeps { apply(change, part) }
  }

  private mutating func apply(_ change: PendingChange, _ part: Range<Int>?) {
    switch change.kind {
    case .sectors(let node, let first, let bytes):
      if let part { nodes[node].durable.place(bytes, from: first, only: part) }
    case .size(let node, let size, let cuts): applySize(size, cuts: cuts, of: node)
    case .link, .unlink, .rename: applyName(change)
    }
  }

  private mutating func putGarbage(
    _ change: PendingChange,
    _ part: Range<Int>,
    _ coin: inout SimulatedRandomness
  ) {
    guard let node = change.node else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count * PagedContent.sectorSize)
    for _ in 0..<part.count * PagedContent.sectorSize / 8 {
      withUnsafeBytes(of: coin.next()) { bytes.append(contentsOf: $0) }
    }
    nodes[node].durable.place(bytes, from: part.lowerBound, only: part)
  }

  /// Ends every process: their handles work no more and hold no lock. What they wrote stays.
  mutating func dropProcesses() {
    process += 1
    for index in nodes.indices {
      if !nodes[index].locks.isEmpty { nodes[index].locks = [:] }
      nodes[index].openHandles = 0
    }
  }

  /// Fills the cache from the disk; what has no name is gone.
  private mutating func restart() {
    forgetPaths()
    var isReachable = [Bool](repeating: false, count: nodes.count)
    var next = [Self.root]
    while let node = next.popLast() {
      isReachable[node] = true
      next += nodes[node].durableEntries.values
    }
    for index in nodes.indices {
      guard isReachable[index] else {
        nodes[index] = DiskNode(isDirectory: nodes[index].isDirectory)
        continue
      }
      nodes[index].durable.trim()
      nodes[index].live = nodes[index].durable
      nodes[index].entries = nodes[index].durableEntries
      nodes[index].reserved = 0
    }
  }

  /// A number that equal content has: names, sizes and bytes as the disk has them.
  var digest: UInt64 { digest(of: Self.root, seed: 0) }

  private func digest(of node: Int, seed: UInt64) -> UInt64 {
    guard nodes[node].isDirectory else { return nodes[node].durable.digest(seed: seed) }
    var sum: UInt64 = 1
    for (name, child) in nodes[node].durableEntries {
      var name = name
      let hash = name.withUTF8 { XXH64.hash(UnsafeRawBufferPointer($0), seed: seed) }
      // Dictionaries have no order: a sum does not need one.
      sum &+= digest(of: child, seed: hash)
    }
    return sum
  }
}
