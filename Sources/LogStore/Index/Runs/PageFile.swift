import Synchronization

/// The bytes of a checkpoint, and what to do when a page of it turns out to be damaged.
///
/// Damage never reaches a reader: the indexes are built once more from the records, in memory, and every read
/// goes on there. Only where that fails too do reads answer "nothing"; the failure is then latched, and whoever
/// hands results out asks for it first.
final class PageFile: Sendable {
  /// Builds the indexes of a checkpoint from the records.
  typealias Rebuild = @Sendable (CheckpointHeader) throws(StoreError) -> CheckpointImage

  let path: String
  let header: CheckpointHeader
  let region: MappedRegion
  /// Seed of the page hashes.
  var seed: UInt64 { header.storeID.low }
  private let rebuild: Rebuild?
  private let outcome = Lock<Outcome>(.intact)
  private let isDamaged = Atomic<Bool>(false)

  private enum Outcome {
    case intact
    case replaced(CheckpointImage, problem: String)
    case failed(StoreError)
  }

  init(path: String, header: CheckpointHeader, region: MappedRegion, rebuild: Rebuild?) {
    self.path = path
    self.header = header
    self.region = region
    self.rebuild = rebuild
  }

  /// The indexes to use instead of this file's; nil while no damage was found, or where there are none.
  var replacement: CheckpointImage? {
    guard isDamaged.load(ordering: .relaxed) else { return nil }
    return outcome.withLock { if case .replaced(let image, _) = $0 { image } else { nil } }
  }

  /// Why reads may have answered "nothing": a damaged page without a way to build the indexes again.
  var failure: StoreError? {
    guard isDamaged.load(ordering: .relaxed) else { return nil }
    return outcome.withLock { if case .failed(let error) = $0 { error } else { nil } }
  }

  /// What was found damaged, in words; nil for nothing.
  var problem: String? {
    guard isDamaged.load(ordering: .relaxed) else { return nil }
    return outcome.withLock {
      switch $0 {
      case .intact: nil
      case .replaced(_, let problem): problem
      case .failed(let error): error.description
      }
    }
  }

  /// Deals with a damaged page; the first caller builds the indexes again, others wait.
  ///
  /// - Returns: The indexes to go on with; nil if they cannot be built.
  func recover(from damage: PageDamage) -> CheckpointImage? {
    let error = StoreError(
      .checkpointCorrupt,
      tried: "read an index",
      path: path,
      offset: damage.offset,
      found: damage.reason,
      remedy: "Close the store and open it again: the indexes are then rebuilt from the segments."
    )
    return outcome.withLock { outcome -> CheckpointImage? in
      switch outcome {
      case .replaced(let image, _): return image
      case .failed: return nil
      case .intact: break
      }
      defer { isDamaged.store(true, ordering: .releasing) }
      guard let rebuild else {
        outcome = .failed(error)
        return nil
      }
      do throws(StoreError) {
        let image = try rebuild(header)
        outcome = .replaced(image, problem: error.description)
        return image
      } catch let cause {
        var both = error
        both.found += "; building the indexes again failed too: \(cause)"
        outcome = .failed(both)
        return nil
      }
    }
  }
}
