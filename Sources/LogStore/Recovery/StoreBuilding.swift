/// Builds a store under another name beside its place, synced, and gives it its own name in one step: a crash
/// leaves either nothing at the path or a whole store.
struct StoreBuilding {
  let io: any StorageIO
  let paths: StorePaths
  /// Whether an empty directory at the path is replaced, and a store that another process has put there meanwhile
  /// is as good as the own one.
  let takesOthers: Bool

  /// Byte of a LOCK file that a process locks while it builds the store under its temporary name.
  private static let buildingByte: UInt64 = 2

  /// Builds the store.
  ///
  /// - Parameter fill: Writes and syncs everything but the directory itself and its `LOCK`, which are there.
  func run(_ fill: (StorePaths) throws -> Void) throws {
    removeLeftovers()
    let isInPlace = Sabotage.storeInPlace.isOn
    let temporary =
      isInPlace ? paths : StorePaths(root: Self.temporaryRoot(paths) + String(io.random(), radix: 16))
    try io.createDirectory(temporary.root)
    do {
      let lock = try io.open(temporary.lock, .create)
      _ = try lock.lock(byte: Self.buildingByte, exclusive: true)
      try fill(temporary)
      if !isInPlace { try rename(temporary) }
      try lock.unlock(byte: Self.buildingByte)
    } catch {
      remove(temporary)
      guard try !takesOthers || io.metadata(paths.superblock) == nil else { return }
      throw error
    }
    do {
      if !Sabotage.unsyncedStoreName.isOn { try io.syncDirectory(paths.parent) }
    } catch {
      takeBack()
      throw error
    }
  }

  private func rename(_ temporary: StorePaths) throws(StorageIOError) {
    if takesOthers {
      try io.rename(temporary.root, to: paths.root)
    } else {
      try io.renameWithoutReplacing(temporary.root, to: paths.root)
    }
  }

  /// Removes a store whose name could not be made durable, unless somebody has it open or has written to it: no
  /// later sync need write that name.
  private func takeBack() {
    guard let lock = try? WriterLock(io: io, paths: paths, timeout: 0) else { return }
    defer { lock.release() }
    guard (try? SuperblockSlots(io: io, paths: paths))?.chosen.generation == 1 else { return }
    remove(paths)
  }

  /// What the names of stores that are being built for a path begin with.
  private static func temporaryRoot(_ paths: StorePaths) -> String { paths.root + ".new-" }

  /// Removes what crashes of earlier attempts left: nobody locks it, and nobody has opened it. Best effort, since
  /// nothing depends on it.
  private func removeLeftovers() {
    let prefix = Self.temporaryRoot(StorePaths(root: paths.name))
    for name in (try? io.contents(ofDirectory: paths.parent)) ?? [] where name.hasPrefix(prefix) {
      guard UInt64(name.dropFirst(prefix.count), radix: 16) != nil else { continue }
      let leftover = StorePaths(root: paths.parent + "/" + name)
      // One without a lock file may be one that another process has begun this moment.
      guard let lock = try? io.open(leftover.lock, .readWrite),
        (try? lock.lock(byte: Self.buildingByte, exclusive: true)) == true
      else { continue }
      // A store that was opened since is somebody's, whatever its name.
      if let slots = try? SuperblockSlots(io: io, paths: leftover), slots.chosen.generation > 1 { continue }
      remove(leftover)
    }
  }

  /// Removes the files of a store. Best effort after a failure; the failure itself is what the caller reports.
  private func remove(_ paths: StorePaths) {
    let shards = ((try? io.contents(ofDirectory: paths.blobs)) ?? []).map { paths.blobShard($0) }
    let inner = [paths.segments, paths.checkpoints] + shards
    for directory in inner {
      for name in (try? io.contents(ofDirectory: directory)) ?? [] { try? io.remove(directory + "/" + name) }
    }
    let files = [paths.half(0), paths.half(1), paths.superblock, paths.keys, paths.newKeys, paths.lock]
    for path in files { try? io.remove(path) }
    for directory in inner + [paths.blobs, paths.root] { try? io.removeDirectory(directory) }
  }
}
