/// Brings what can be read of a damaged store over to a new one, which is sound. Never changes a byte of the old
/// one.
public enum StoreRepair {
  /// Attempts before objects with the same unique values are left as they are.
  private static let attempts = 4

  /// Repairs a store.
  ///
  /// Superblock, checkpoint and log are used as far as they are sound; every segment that counts is searched for
  /// records with fitting checksums, behind damage too. Of each object the newest version counts that can be read.
  /// What refers to something lost is cut off; damaged blobs are brought over as they are, sealed values too,
  /// without their key. The new store has the identity of the old one, since both are bound to it.
  ///
  /// - Parameters:
  ///   - path: The damaged store; no process may write to it.
  ///   - target: A path where nothing is, in a directory that exists, outside of the store.
  /// - Returns: What was brought over, and each loss.
  /// - Throws: `storeMissing`, `notAStore`, `newerFormat`; `superblockCorrupt`, `catalogCorrupt` if nothing at all
  ///   can be told; `storeLocked`; `invalidArgument` if something is at the target; `outOfSpace`, `inputOutput`.
  ///   Nothing is at the target then.
  /// - Complexity: O(bytes of the files); takes memory for each object, for the largest record and for each loss.
  public static func run(
    at path: String,
    to target: String,
    io: any StorageIO = PosixStorageIO()
  ) throws(StoreError) -> RepairReport {
    let paths = StorePaths(root: path)
    _ = try SalvageRoot(io: io, paths: paths)  // says what is no store
    let place = StorePaths(root: target)
    try place.refuseIfTaken(io: io, beside: paths, tried: "repair \(path)")
    do throws(StoreError) {
      return try ReaderGate.read(io: io, paths: paths, timeout: 5000) { holder throws(StoreError) in
        guard let holder else { return try repair(paths, place, io) }
        throw StoreError(
          .storeLocked,
          tried: "repair the store",
          path: path,
          found: "\(holder) writes to it",
          remedy: "End that program first."
        )
      }
    } catch {
      // Without a superblock nobody can open it, let alone write to it.
      guard error.code == .superblockCorrupt else { throw error }
      return try repair(paths, place, io)
    }
  }

  private static func repair(
    _ source: StorePaths,
    _ target: StorePaths,
    _ io: any StorageIO
  ) throws(StoreError) -> RepairReport {
    let reader = try SalvageReader(io: io, paths: source)
    let salvage = reader.salvage
    var verdict = try SalvageVerdict(salvage, idLimit: reader.idBound, of: source.root)
    var report = RepairReport()
    report.sequence = salvage.highestSequence
    report.recordsFound = salvage.recordCount
    report.losses = reader.losses
    addDamages(reader, &report)
    let isWhole = salvage.damages.isEmpty && reader.losses.isEmpty && verdict.losses.isEmpty
    if !isWhole, !salvage.history.isEmpty {
      let found = "what \(salvage.history.count) commits changed is not kept, since it may have gaps"
      report.losses.append(RepairLoss(.history, found: found))
    }
    let sequence = isWhole ? salvage.highestSequence : salvage.highestSequence + FormatConstants.sequenceSkip
    var frame = RepairWriter.Frame(
      origin: reader.origin(min(sequence, FormatConstants.sequenceBound - 2), io),
      idLimit: min(max(reader.idLimit, verdict.highestID + 1), FormatConstants.idBound),
      historyFloor: isWhole ? reader.historyFloor : nil,
      toleratesClashes: false
    )
    for attempt in 1...attempts {
      frame.toleratesClashes = attempt == attempts
      let writer = RepairWriter(salvage, verdict, frame, io: io, source: source)
      do {
        try StoreBuilding(io: io, paths: target, takesOthers: false).run { try writer.fill($0) }
      } catch let clash as RepairWriter.Clash {
        verdict.settle(clash)
        continue
      } catch {
        throw StoreError(copying: error, tried: "repair \(source.root)", path: target.root)
      }
      report.objects = writer.objects
      report.edges = writer.edges
      report.blobs = writer.blobs
      report.losses = verdict.losses + writer.losses + report.losses
      break
    }
    return report
  }

  private static func addDamages(_ reader: SalvageReader, _ report: inout RepairReport) {
    let isTold = reader.salvage.guide?.isWhole ?? false
    if let problem = reader.root.problem { report.notes.append("superblock: \(problem)") }
    report.notes += reader.notes
    if !isTold, reader.root.superblock?.checkpoint.id ?? 0 != 0 {
      report.notes.append("the checkpoint is damaged, so that not each lost object can be named")
    }
    for damage in reader.salvage.damages {
      let (range, size) = (damage.range, damage.range.count)
      if damage.isCovered, isTold {
        report.notes.append(
          "\(damage.path), bytes \(range.lowerBound)..<\(range.upperBound): \(size) damaged bytes; what was live in"
            + " them is listed"
        )
      } else {
        let found = "\(size) damaged bytes, of which nothing else says what was in them"
        report.losses.append(RepairLoss(.bytes, path: damage.path, range: range, found: found))
      }
    }
  }
}

extension SalvageVerdict {
  /// Takes out one of each two objects that cannot live in one store: that of which an older version was taken,
  /// else the one that was written earlier.
  mutating func settle(_ clash: RepairWriter.Clash) {
    var gone: Set<UInt64> = []
    for (first, second) in clash.pairs {
      let (a, b) = (first.rawValue, second.rawValue)
      guard !gone.contains(a), !gone.contains(b) else { continue }
      let isFirstOlder =
        stale.contains(a) == stale.contains(b)
        ? live[a]?.version ?? 0 < live[b]?.version ?? 0 : stale.contains(a)
      gone.insert(isFirstOlder ? a : b)
    }
    drop(
      gone,
      found: "another object has its unique values by now; what can be read of it is an older version"
    )
  }
}
