/// Reads and writes the files of checkpoints.
enum CheckpointFiles {
  /// Opens the checkpoint that a superblock names and verifies its header.
  ///
  /// - Throws: `checkpointCorrupt`, also where there is none; `inputOutput` if the system refuses to read it, which
  ///   says nothing about it.
  static func open(
    _ superblock: Superblock,
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool
  ) throws(StoreError) -> CheckpointImage {
    let path = paths.checkpoint(superblock.checkpoint.id)
    let failure = { (found: String) in
      StoreError(
        .checkpointCorrupt,
        tried: "read the checkpoint",
        path: path,
        found: found,
        remedy: "The indexes were rebuilt from the segments; open the store for writing to renew it."
      )
    }
    let region: MappedRegion?
    do throws(StorageIOError) {
      let file = try io.open(path, .readOnly)
      if allowsMapping, io.supportsMapping {
        region = try Int(exactly: file.size()).map { count throws(StorageIOError) in
          try file.map(length: count)
        }
      } else {
        region = try bytes(file, superblock)
      }
    } catch {
      guard error.isNoSuchEntry else { throw StoreError(error, tried: "read the checkpoint") }
      throw failure(error.description)
    }
    guard let region else { throw failure("its header is damaged, or it is not as long as that says") }
    do throws(ByteReader.Failure) {
      let image = try CheckpointImage(
        path: path,
        region: region,
        storeID: superblock.storeID,
        hash: superblock.checkpoint.hash,
        rebuild: Recovery.rebuild(io: io, paths: paths, superblock: superblock, allowsMapping: allowsMapping)
      )
      if image.header.id == superblock.checkpoint.id { return image }
    } catch {
      throw failure(error.reason)
    }
    throw failure("it belongs to another place")
  }

  /// Reads a checkpoint into memory; its header says how much there has to be.
  ///
  /// - Returns: nil if its header is not the one that the superblock names, or the file has another length.
  private static func bytes(
    _ file: any StorageFile,
    _ superblock: Superblock
  ) throws(StorageIOError) -> MappedRegion? {
    let beginning = try file.read(count: CheckpointHeader.fixedSize, at: 0)
    guard let headerSize = beginning.withUnsafeBytes({ CheckpointHeader.size(beginning: $0) }) else {
      return nil
    }
    let header = try file.read(count: headerSize, at: 0)
    let size = header.withUnsafeBytes { header -> UInt64? in
      guard CheckpointHeader.hash(header, superblock.storeID) == superblock.checkpoint.hash else {
        return nil
      }
      return CheckpointHeader.fileSize(header: header)
    }
    guard let size, try file.size() == size, let count = Int(exactly: size) else { return nil }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    do throws(StorageIOError) {
      let read = try file.read(into: memory, at: 0)
      return MappedRegion(bytes: UnsafeRawBufferPointer(start: memory.baseAddress, count: read)) {
        $0.baseAddress?.deallocate()
      }
    } catch {
      memory.deallocate()
      throw error
    }
  }

  /// Memory of our own in the form of a file's.
  static func region(_ bytes: [UInt8]) -> MappedRegion {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 8), alignment: 16)
    memory.copyBytes(from: bytes)
    return MappedRegion(bytes: UnsafeRawBufferPointer(start: memory.baseAddress, count: bytes.count)) {
      $0.baseAddress?.deallocate()
    }
  }

  /// Writes a checkpoint under its final name and makes it durable. Nothing refers to it yet; after a failure
  /// nothing is left of it.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`; `checkpointCorrupt` if the indexes of the version are damaged.
  /// - Returns: What the superblock has to say of it.
  static func write(
    _ state: IndexState,
    _ header: CheckpointHeader,
    io: any StorageIO,
    paths: StorePaths
  ) throws(StoreError) -> Superblock.Checkpoint {
    let path = paths.checkpoint(header.id)
    let written: Superblock.Checkpoint
    do throws(StorageIOError) {
      if try io.metadata(path) != nil { try io.remove(path) }
      let file = try io.open(path, .create)
      let beginning = try CheckpointEncoder.write(state, header, to: file)
      if !Sabotage.unsyncedCheckpoint.isOn { try file.sync() }
      if !Sabotage.unsyncedCheckpointName.isOn { try io.syncDirectory(paths.checkpoints) }
      try SegmentList.write(header, beginning: beginning, io: io, paths: paths)
      written = Superblock.Checkpoint(header, beginning: beginning)
    } catch {
      remove(header.id, io: io, paths: paths)  // the failure to report is the one before
      throw StoreError(
        error,
        tried: "write a checkpoint",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
    do throws(StoreError) {
      try state.refuseIfDamaged()
    } catch {
      // What the indexes answered while they were written may be wrong.
      remove(header.id, io: io, paths: paths)
      throw error
    }
    return written
  }

  /// Removes the files of a checkpoint that does not count. What stays is removed at the next opening.
  static func remove(_ id: UInt64, io: any StorageIO, paths: StorePaths) {
    guard id != 0 else { return }
    try? io.remove(paths.checkpoint(id))
    try? io.remove(paths.segmentList(id))
  }
}
