extension LogWriter {
  /// Milliseconds within which a half has to fill for the other one to be doubled.
  private static let growthInterval: Int64 = 10_000

  /// Switches to the other half if a commit with that many bytes of records does not fit the rest of the
  /// active one. No group may be waiting.
  func makeRoomInHalf(for payload: Int) throws(StoreError) {
    if !hasRoomInHalf(for: payload) { try switchHalf() }
  }

  /// Everything in the log so far becomes durable in the segments; then the superblock, in one write, retires
  /// the active half and takes the other one into use (FORMAT.md, "Half switch").
  func switchHalf() throws(StoreError) {
    try prepareToWrite()
    try padTail()
    if !Sabotage.unsyncedSwitch.isOn { try syncSegments() }
    let other = 1 - superblock.epoch.half
    if io.now() - halfStarted < Self.growthInterval { growHalf(other) }
    var next = superblock
    if !Sabotage.halfReusedEarly.isOn { next.durable = durableMark }
    next.previous = Superblock.PreviousEpoch(
      half: superblock.epoch.half,
      salt: superblock.epoch.salt,
      firstSequence: superblock.epoch.firstSequence,
      lastSequence: lastSequence,
      endBlock: block
    )
    next.epoch = Superblock.Epoch(
      number: superblock.epoch.number + 1,
      half: other,
      salt: io.random(),
      firstSequence: lastSequence + 1
    )
    try publish(next)
    block = 0
    halfStarted = io.now()
  }

  /// The durable mark at the present tail, which has to be padded and synced.
  var durableMark: Superblock.DurableMark {
    Superblock.DurableMark(
      position: .init(segment: hot.segment.id, offset: hot.tail),
      hash: hot.chain,
      sequence: lastSequence
    )
  }

  /// Doubles a half that is not in use. A failure only means that it stays as it is.
  private func growHalf(_ half: UInt8) {
    let log = half == 0 ? superblock.halves.0 : superblock.halves.1
    guard log < FormatConstants.largestHalf else { return }
    let size = 1 << Int(log)
    let zeros = [UInt8](repeating: 0, count: size)
    do {
      let file = halves[Int(half)]
      if !Sabotage.growthNotWritten.isOn {
        try file.write(zeros, at: UInt64(size))
        try file.sync()
      }
    } catch {
      return
    }
    if half == 0 { superblock.halves.0 = log + 1 } else { superblock.halves.1 = log + 1 }
  }

  /// Writes the next generation of the superblock into its slot; durable when it returns.
  package func publish(_ next: Superblock) throws(StoreError) {
    var next = next
    next.generation = superblock.generation + 1
    next.idLimit = idLimit
    let slot = next.generation % SuperblockSlots.count
    do {
      try superFile.write(next.encoded(), at: slot * UInt64(FormatConstants.blockSize))
    } catch {
      throw poisoned(error, tried: "write the superblock")
    }
    superblock = next
  }

  /// Raises the durable limit of object ids without a commit.
  package func publishIDLimit(_ limit: UInt64) throws(StoreError) {
    try prepareToWrite()
    idLimit = limit
    try publish(superblock)
  }
}
