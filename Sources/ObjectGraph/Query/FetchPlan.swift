import LogStore

/// How a fetch is answered, in words.
public struct FetchPlan: Sendable, Hashable, CustomStringConvertible {
  /// Where the candidates come from: an index, identifiers, a scan.
  public var source: String
  /// The condition tested on the record of each candidate; nil if there is none.
  public var filter: String?
  /// The condition that has to be tested on objects, because the store has no words for it.
  public var residual: String?
  /// The keys of the order.
  public var sort: [String]
  /// Largest number of results.
  public var limit: Int?
  /// Number of results left out at the start.
  public var offset: Int
  /// One line a step.
  public let description: String

  init(_ plan: QueryPlan) {
    source = "\(plan.source)"
    filter = plan.filter
    residual = plan.residual
    sort = plan.sort
    limit = plan.limit
    offset = plan.offset
    description = plan.description
  }
}
