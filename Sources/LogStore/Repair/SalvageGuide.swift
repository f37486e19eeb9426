/// What a checkpoint says of each object and edge at its commit, as far as its pages are undamaged: which record is
/// the live one, and that there is none.
final class SalvageGuide {
  /// What it says of an id.
  enum Place {
    /// The page is damaged.
    case unknown
    /// There was nothing with that id, or it had gone.
    case none
    /// Its record, and its entity or `IndexState.edgeKind`.
    case at(Location, kind: UInt16)
  }

  /// Number of its commit.
  let sequence: SequenceNumber
  /// Where the log goes on behind it.
  let position: Superblock.Position
  /// Where the schema lies; nil without one.
  let schema: Location?
  /// Ids from here on did not exist.
  private let end: UInt64
  private let locations: ArrayRun?
  private let kinds: ArrayRun?
  private let image: CheckpointImage
  /// Whether no damaged page was met so far.
  private(set) var isWhole = true

  private let size = RunPage.chunkSize
  private let buffer: UnsafeMutablePointer<UInt64>
  private var first: UInt64?
  private var isKnown = true

  init(_ image: CheckpointImage) {
    self.image = image
    sequence = image.header.sequence
    position = image.header.position
    schema = image.state.catalog.first.map { Location(word: $0) }
    locations = image.array(.locations)
    kinds = image.array(.kinds)
    end = min(max(locations?.end ?? 0, kinds?.end ?? 0), FormatConstants.idBound)
    buffer = .allocate(capacity: 2 * RunPage.chunkSize)
  }

  deinit { buffer.deallocate() }

  /// What it says of an id.
  func place(of id: UInt64) -> Place {
    guard id < end else { return .none }
    load(id & ~UInt64(size - 1))
    guard isKnown else { return .unknown }
    let entry = Int(truncatingIfNeeded: id) & (size - 1)
    let (location, kind) = (Location(word: buffer[entry]), UInt16(truncatingIfNeeded: buffer[size + entry]))
    if location.isNone, kind == 0 { return .none }
    return location.isNone || kind == 0 ? .unknown : .at(location, kind: kind)
  }

  private func load(_ start: UInt64) {
    guard first != start else { return }
    first = start
    do throws(PageDamage) {
      for (array, place) in [(locations, 0), (kinds, size)] {
        let target = buffer + place
        let count = try array?.verifiedChunk(of: start, into: target) ?? 0
        for entry in count..<size { target[entry] = 0 }
      }
      isKnown = true
    } catch {
      isKnown = false
      isWhole = false
    }
  }

  /// Visits all that it knows by rising id. What damaged pages hold is passed over, and notes that they are.
  func forEach(_ body: (UInt64, UInt16) -> Void) {
    let pages = (locations?.pages.section.pageCount ?? 0) + (kinds?.pages.section.pageCount ?? 0)
    // Ids are dense: so wide an array of so few pages was forged.
    guard end / UInt64(size) <= 64 * pages + 1024 else {
      isWhole = false
      return
    }
    for start in stride(from: 0, to: end, by: size) {
      load(start)
      guard isKnown else { continue }
      for id in start..<start + UInt64(size) {
        if case .at(_, let kind) = place(of: id) { body(id, kind) }
      }
    }
  }
}
