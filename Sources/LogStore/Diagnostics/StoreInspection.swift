/// A store as it lies on disk, read without changing a byte and without mapping a file: what `storectl`
/// looks into. Recovery happens in memory, by the code that opens stores.
package struct StoreInspection {
  package let io: any StorageIO
  package let paths: StorePaths
  /// What recovery brought back.
  package let recovered: RecoveredLog
  /// The process that writes to the store now, in words; nil if none does.
  package let writer: String?

  /// The newest version.
  package var state: IndexState { recovered.state }
  /// The superblock that counts.
  package var superblock: Superblock { recovered.superblock }

  /// Reads a store. Beside a running writer this sees the commits that the writer has made visible, and
  /// begins again when files go while it looks.
  ///
  /// - Throws: As `Store.open` for reading does.
  /// - Complexity: O(bytes of the store): each record is verified.
  package init(at path: String, io: any StorageIO = PosixStorageIO()) throws(StoreError) {
    self.io = io
    paths = StorePaths(root: path)
    (recovered, writer) = try Self.read(paths, io)
  }

  private static func read(
    _ paths: StorePaths,
    _ io: any StorageIO
  ) throws(StoreError) -> (RecoveredLog, String?) {
    var attempts = 0
    while true {
      // A store that is none is refused before its lock file is looked for.
      _ = try SuperblockSlots(io: io, paths: paths)
      try waitForRecovery(paths, io)
      let isHeld = WriterLock.isHeld(io: io, paths: paths)
      do throws(StoreError) {
        guard isHeld else { return (try Recovery.run(io: io, paths: paths, allowsMapping: false), nil) }
        return (try Recovery.follow(io: io, paths: paths, allowsMapping: false), holder(io, paths))
      } catch {
        attempts += 1
        let mayPass = [.segmentCorrupt, .checkpointCorrupt, .walCorrupt, .superblockCorrupt].contains(
          error.code
        )
        guard mayPass, attempts < 10, isHeld || WriterLock.isHeld(io: io, paths: paths) else { throw error }
        io.pause(milliseconds: 20)
      }
    }
  }

  /// Waits while another process puts the segments right after a crash: nothing in them counts meanwhile.
  private static func waitForRecovery(_ paths: StorePaths, _ io: any StorageIO) throws(StoreError) {
    var waited = 0
    while WriterLock.isRecovering(io: io, paths: paths) {
      guard waited < 10_000 else {
        throw StoreError(
          .storeLocked,
          tried: "read the store",
          path: paths.root,
          found: "\(holder(io, paths)) has been recovering it for 10 seconds",
          remedy: "Try again when it has finished."
        )
      }
      io.pause(milliseconds: 10)
      waited += 10
    }
  }

  private static func holder(_ io: any StorageIO, _ paths: StorePaths) -> String {
    // Only a name for a message: a file that cannot be read leaves it unnamed.
    let bytes = (try? io.open(paths.lock, .readOnly).read(count: 200, at: 0)) ?? []
    return bytes.isEmpty ? "another process" : String(decoding: bytes, as: UTF8.self)
  }
}
