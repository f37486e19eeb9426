extension StoreCheck {
  /// The slots of the superblock file.
  mutating func checkSuperblocks(_ recovered: RecoveredLog) {
    let block = FormatConstants.blockSize
    let generation = recovered.superblock.generation
    // The slot that the next write goes to is the only one that a crash can have cut off.
    let next = Int((generation + 1) % UInt64(FormatConstants.superblockSlots))
    for slot in recovered.report.damagedSuperblocks {
      let place = UInt64(slot * block)
      if slot == next, !recovered.superblock.isClean {
        note(
          .tornTail,
          paths.superblock,
          at: place,
          "slot \(slot) holds no valid superblock: a write that was cut off, or damage; generation"
            + " \(generation) counts"
        )
      } else {
        note(
          .corruption,
          paths.superblock,
          at: place,
          "slot \(slot) is damaged; generation \(generation) counts, in another slot"
        )
      }
    }
    let expected = UInt64(FormatConstants.superblockSlots * block)
    if let size = size(of: paths.superblock), size != expected {
      note(
        size < expected ? .corruption : .note,
        paths.superblock,
        "\(size) bytes; the slots take \(expected)"
      )
    }
    if recovered.superblock.readOnlyFeatures != 0 || recovered.superblock.compatibleFeatures != 0 {
      note(.note, paths.superblock, "it uses features of a later version, which this one may pass over")
    }
    if !recovered.superblock.isClean, recovered.report.logIsEmpty {
      note(
        .note,
        paths.half(recovered.superblock.epoch.half),
        "the last program did not close the store, and the write-ahead log holds no commit of it: none was made"
          + " since generation \(generation), or the log was overwritten with zeros"
      )
    } else if !recovered.superblock.isClean, recovered.report.tornTail == nil {
      note(
        .note,
        paths.root,
        "the last program did not close it; the next opening for writing completes \(recovered.report.redoneCommits)"
          + " commits from the write-ahead log"
      )
    }
  }

  /// The halves of the write-ahead log.
  mutating func checkLog(_ recovered: RecoveredLog) {
    if let torn = recovered.report.tornTail {
      note(
        .tornTail,
        torn.path,
        at: torn.offset,
        "a write that was cut off; the next opening for writing drops it"
      )
    }
    for half: UInt8 in [0, 1] {
      let expected = UInt64(recovered.superblock.halfSize(half))
      guard let size = size(of: paths.half(half)), size != expected else { continue }
      note(
        size < expected ? .corruption : .note,
        paths.half(half),
        "\(size) bytes; the superblock says \(expected)"
      )
    }
  }

  /// Bytes behind the ends of segments, and segments that do not count.
  mutating func checkSegments(_ recovered: RecoveredLog) {
    var ends: [UInt32: UInt64] = [recovered.end.segment: recovered.end.offset]
    for segment in recovered.sealed { ends[segment.id] = segment.size }
    for name in names(in: paths.segments) {
      let path = paths.segments + "/" + name
      guard let number = StorePaths.segmentNumber(in: name) else {
        let list = StorePaths.number(in: name, suffix: ".list")
        if list == nil {
          note(.note, path, "no file of a store")
        } else if list != recovered.superblock.checkpoint.id {
          note(.note, path, "not part of the store; the next opening for writing removes it")
        }
        continue
      }
      guard let end = ends[number] else {
        note(.note, path, "not part of the store; the next opening for writing removes it")
        continue
      }
      if let size = size(of: path), size > end {
        note(.note, path, at: end, "\(size - end) bytes behind the end of the segment, which do not count")
      }
    }
  }

  /// Files that nothing refers to.
  mutating func checkDirectories(_ recovered: RecoveredLog) {
    let known: Set = ["SUPER", "LOCK", "RESERVE", "KEYS", "wal.0", "wal.1", "seg", "ckpt", "blob"]
    for name in names(in: paths.root) where !known.contains(name) {
      let path = paths.root + "/" + name
      note(
        .note,
        path,
        path == paths.newKeys
          ? "data keys that a crash has cut off; the next change of keys replaces them" : "no file of a store"
      )
    }
    for directory in [paths.checkpoints, paths.blobs] where isMissing(directory) {
      note(.note, directory, "the directory is missing; the next opening for writing makes it anew")
    }
    for name in isMissing(paths.checkpoints) ? [] : names(in: paths.checkpoints) {
      let path = paths.checkpoints + "/" + name
      let number = StorePaths.number(in: name, suffix: ".ckpt")
      guard number == nil || number != recovered.superblock.checkpoint.id else { continue }
      note(
        .note,
        path,
        number == nil
          ? "no file of a store" : "not the checkpoint that counts; the next opening for writing removes it"
      )
    }
    checkBlobFiles(recovered)
  }

  /// Whether a directory is not there. One that cannot be looked at is reported when it is listed.
  func isMissing(_ directory: String) -> Bool {
    do throws(StorageIOError) { return try io.metadata(directory) == nil } catch { return false }
  }
}

/// The file with the data keys. What is sealed is not opened: that takes a key.
extension StoreCheck {
  mutating func checkKeys(_ recovered: RecoveredLog) {
    let file = KeyringFile(io: io, paths: paths, store: recovered.superblock.storeID)
    do throws(StoreError) {
      let copies = try file.copies()
      if copies.isEmpty, recovered.state.catalog.hasSealedLayouts {
        note(.corruption, paths.keys, "the file with the data keys is missing: no sealed value can be read")
      }
      for (number, copy) in copies.enumerated() {
        guard case .failure(let damage) = copy else { continue }
        note(
          .corruption,
          paths.keys,
          at: UInt64(damage.offset),
          "copy \(number + 1) of the data keys: \(damage.found)"
        )
      }
    } catch {
      note(.unreadable, paths.keys, error.found)
    }
  }
}
