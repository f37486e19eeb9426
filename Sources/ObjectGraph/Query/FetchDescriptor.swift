public import Foundation

/// Which objects to fetch, in which order, and how many.
public struct FetchDescriptor<T: PersistentModel> {
  /// The condition; nil fetches all.
  public var predicate: Predicate<T>?
  /// The order: earlier keys first; objects that are equal in all of them come in order of insertion.
  public var sortBy: [SortDescriptor<T>]
  /// How texts are compared in that order. Foundation offers no localised `SortDescriptor` on this platform.
  public var textOrder = TextOrder.lexical
  /// Largest number of results; nil for no bound.
  public var fetchLimit: Int?
  /// Number of results to leave out at the start.
  public var fetchOffset: Int?
  /// Whether changes that are not saved take part.
  public var includePendingChanges = true
  /// Whether objects of subclasses are fetched too.
  public var includesSubclasses = true
  /// Properties to load at once; all are, so this is only a hint.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Relationships whose targets are loaded together with the results.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Describes a fetch.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension FetchDescriptor: @unchecked Sendable {}  // key paths to model properties capture nothing
