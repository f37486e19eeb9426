/// How a query is answered, in words: what `explain` prints.
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// Where the candidates come from.
  public enum Source: Sendable, Hashable, CustomStringConvertible {
    /// No object can fulfil the condition.
    case nothing
    /// All objects of some entities.
    case scan(entities: [String])
    /// Objects whose ids are in the condition.
    case identifiers(count: Int)
    /// An index over some properties, with the number of objects that it named.
    case index(properties: [String], count: Int)
    /// The objects that refer to one object through a relationship.
    case referrers(relationship: String, count: Int)

    /// The source in words.
    public var description: String {
      switch self {
      case .nothing: "nothing"
      case .scan(let entities): "scan of " + entities.joined(separator: ", ")
      case .identifiers(let count): "\(count) identifiers"
      case .index(let properties, let count):
        "index on (" + properties.joined(separator: ", ") + "), \(count) candidates"
      case .referrers(let relationship, let count): "referrers through \(relationship), \(count) candidates"
      }
    }
  }

  /// Where the candidates come from.
  public var source: Source
  /// Number of pending objects that are looked at besides.
  public var pending: Int
  /// The condition tested on the record of each candidate; nil if there is none.
  public var filter: String?
  /// The condition that has to be tested on objects, because it could not be expressed on records.
  public var residual: String?
  /// The keys of the order.
  public var sort: [String]
  /// Whether the index gives the order, so that a limit ends the walk early.
  public var isSortedByIndex: Bool
  /// Largest number of results.
  public var limit: Int?
  /// Number of results left out at the start.
  public var offset: Int

  /// One line a step.
  public var description: String {
    var lines = ["source: \(source)"]
    if pending > 0 { lines.append("pending: \(pending) objects") }
    if let filter { lines.append("filter: \(filter)") }
    if let residual { lines.append("residual: \(residual)") }
    if !sort.isEmpty {
      lines.append("sort: " + sort.joined(separator: ", ") + (isSortedByIndex ? ", by the index" : ""))
    }
    if let limit { lines.append("limit: \(limit)" + (offset > 0 ? ", offset \(offset)" : "")) }
    if limit == nil, offset > 0 { lines.append("offset: \(offset)") }
    return lines.joined(separator: "\n")
  }
}
