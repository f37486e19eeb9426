extension Store {
  /// Rewrites the live records into new segments and gives the space of all others back.
  ///
  /// The new segments are written and synced beside the old ones; one write of the superblock switches to
  /// them; a crash before it leaves the store as it was, after it the old files are removed at the next opening.
  /// Readers go on with the version they have. Commits wait until it has finished.
  ///
  /// - Throws: `recordCorrupt` if a live record is damaged, `outOfSpace`; the store is then as it was.
  /// - Complexity: reads and writes every live record once; needs that much free space.
  @discardableResult
  public func compact() throws(StoreError) -> CompactionReport {
    beginCheckpointing()
    defer { endCheckpointing() }
    return try withWriter("compact the store") { writer throws(StoreError) in
      let base = snapshot().state
      var compactor = Compactor(
        base: base,
        hashSeed: hashSeed,
        oldestHistory: options.oldestHistory(at: io.now()),
        historyBytes: options.historyBytes
      )
      let outcome = try writer.log.compact(&compactor, nextID: ids.withLock { $0.next })
      publish(outcome.state)
      writer.log.removeSegments(outcome.inputs)
      return CompactionReport(
        bytesBefore: outcome.bytesBefore,
        bytesAfter: outcome.bytesAfter,
        recordsKept: compactor.recordsKept
      )
    }
  }
}
