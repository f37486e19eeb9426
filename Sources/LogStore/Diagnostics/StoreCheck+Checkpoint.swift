extension StoreCheck {
  /// Whether the checkpoint that counts leads to the indexes that the records say.
  mutating func checkCheckpoint(_ recovered: RecoveredLog) {
    let id = recovered.superblock.checkpoint.id
    // Damage of its header is reported by recovery itself.
    guard id != 0, recovered.report.checkpointProblem == nil else { return }
    do throws(StoreError) {
      let kept = try Recovery.run(io: io, paths: paths, allowsMapping: false).state
      for difference in IndexComparison.differences(kept, recovered.state) {
        note(.corruption, paths.checkpoint(id), difference)
      }
      if let header = kept.checkpoint?.header, SegmentList.isNeeded(header),
        try SegmentList.read(recovered.superblock, io: io, paths: paths) == nil
      {
        note(
          .corruption,
          paths.segmentList(id),
          "the list of segments is missing or damaged; compact the store to have it written anew"
        )
      }
      if let problem = kept.checkpoint?.problem { note(.corruption, paths.checkpoint(id), problem) }
    } catch {
      report.add(CheckFinding(error))
    }
  }
}
