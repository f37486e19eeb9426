import Synchronization

extension Store {
  /// Figures of the newest version, and of what readers and compaction do.
  public func statistics() -> StoreStatistics {
    let state = snapshot().state
    let sizes = state.segments.all.map { (try? $0.file.size()).map(Int.init) ?? 0 }
    let log = writer.withLock { open in
      open.map { (stored: $0.log.storedBytes, target: 1 << Int($0.log.superblock.segmentTarget)) }
    }
    let now = io.now()
    let commits = (commitCount.load(ordering: .relaxed), groupCount.load(ordering: .relaxed))
    return compaction.withLock { ledger in
      StoreStatistics(
        sequence: state.sequence,
        objects: state.catalog.entities.map { ($0.name, state.extents[Int($0.id.rawValue)].count) },
        edges: state.edgeCount,
        blobs: state.blobs.count,
        blobBytes: state.blobBytes,
        liveBytes: state.liveBytes,
        historyBytes: state.historyBytes,
        deadBytes: max(0, (log?.stored ?? sizes.reduce(0, +)) - liveBytes(state)),
        segmentBytes: sizes.reduce(0, +),
        segmentTarget: log?.target,
        segments: sizes.count,
        pinnedBytes: ledger.pinnedBytes,
        oldestSnapshotAge: ledger.oldestReader.map { max(0, now - $0) },
        commits: commits.0,
        commitGroups: commits.1,
        compactions: ledger.runs,
        compactedBytes: ledger.bytesCopied,
        reclaimedBytes: ledger.bytesFreed,
        compaction: ledger.progress,
        compactionProblem: ledger.problem
      )
    }
  }
}
