/// The results of a fetch, in batches: which objects they are is settled by the fetch, the objects are loaded
/// when they are read, and of what was read only the last batch is kept.
///
/// It keeps its context, and belongs to the same isolation. An object that was deleted in the meantime is
/// replaced by one that stands for it: see `ModelContext.model(for:)`.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private final class Batches {
    let load: (Range<Int>) -> [Element]
    var range = 0..<0
    var elements: [Element] = []

    init(_ load: @escaping (Range<Int>) -> [Element]) { self.load = load }
  }

  private let batches: Batches
  private let batchSize: Int
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of results.
  public let endIndex: Int

  init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
    batches = Batches(load)
    self.batchSize = Swift.max(1, batchSize)
    endIndex = count
  }

  /// One result.
  public subscript(position: Int) -> Element {
    if !batches.range.contains(position) {
      let start = position / batchSize * batchSize
      batches.range = start..<Swift.min(start + batchSize, endIndex)
      batches.elements = batches.load(batches.range)
    }
    return batches.elements[position - batches.range.lowerBound]
  }
}
