/// A trip as a program would hold it, with its own copies of the strings.
struct Trip {
  var id: Int64
  var destination: String
  var startDate: Double
  var endDate: Double
  var budget: Double
  var notes: String
  var kind: Int64
  var folder: Int64

  /// Touches every attribute, so that none can be left undecoded.
  var sum: UInt64 {
    let head =
      UInt64(id) &+ UInt64(kind) &* 3 &+ UInt64(folder) &* 5 &+ UInt64(destination.utf8.count)
      &+ UInt64(notes.utf8.count)
    return head &+ Self.ends(destination) &+ Self.ends(notes) &+ UInt64(startDate - 700_000_000.0)
      &+ UInt64(endDate - startDate) &+ UInt64(budget * 100.0 + 0.5)
  }

  private static func ends(_ text: String) -> UInt64 {
    let ends = text.utf8.withContiguousStorageIfAvailable { bytes -> UInt64 in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return UInt64(first) &+ UInt64(last)
    }
    return ends ?? 0
  }
}
