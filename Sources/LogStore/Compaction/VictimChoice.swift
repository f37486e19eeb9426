/// Orders segments by what compacting them costs and gives back (FORMAT.md, "Compaction").
struct VictimChoice {
  private struct Candidate {
    var segment: SealedSegment
    var live: Int
    /// Whether it gives back at least what it costs.
    var isCheap: Bool
    var score: Double
  }

  /// Best first.
  private let ranked: [Candidate]

  /// - Parameters:
  ///   - segments: Sealed segments that may be taken.
  ///   - sequence: Number of the newest commit.
  init(among segments: [SealedSegment], usage: SegmentUsage, sequence: SequenceNumber) {
    ranked = segments.compactMap { segment -> Candidate? in
      let live = usage.live(segment)
      let share = Double(live) / Double(max(segment.size, 1))
      // Copying nine bytes to win one is left to a compaction of everything.
      guard share < 0.9 else { return nil }
      let age = Double(sequence - min(sequence, segment.createdSequence) + 1)
      return Candidate(
        segment: segment,
        live: live,
        isCheap: share <= 0.5,
        score: (1 - share) * age / (1 + share)
      )
    }
    .sorted {
      if $0.isCheap != $1.isCheap { return $0.isCheap }
      return ($0.score, $1.segment.id) > ($1.score, $0.segment.id)
    }
  }

  /// Segments to take.
  ///
  /// - Parameters:
  ///   - goal: Bytes that are to come back.
  ///   - budget: Bytes that may be copied.
  func victims(freeing goal: Int, copying budget: Int) -> [SealedSegment] {
    var victims: [SealedSegment] = []
    var (freed, copied) = (0, 0)
    for candidate in ranked where freed < goal {
      guard candidate.live <= budget - copied else { continue }
      victims.append(candidate.segment)
      copied += candidate.live
      freed += Int(candidate.segment.size) - candidate.live
    }
    return victims
  }
}
