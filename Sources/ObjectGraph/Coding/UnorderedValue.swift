/// A collection that encodes its elements in an order that differs from process to process; stored, they
/// stand in the order of their bytes, so that equal values have equal bytes.
protocol UnorderedValue {
  /// The encoded elements in a fixed order.
  func ordered(_ node: StructuredNode) -> StructuredNode
}

extension Set: UnorderedValue {
  func ordered(_ node: StructuredNode) -> StructuredNode {
    guard case .array(let items) = node else { return node }
    let keyed = items.map { ($0.bytes, $0) }
    return .array(keyed.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1))
  }
}

extension Dictionary: UnorderedValue {
  func ordered(_ node: StructuredNode) -> StructuredNode {
    guard case .array(let items) = node, items.count % 2 == 0 else { return node }
    let pairs = stride(from: 0, to: items.count, by: 2).map { (items[$0].bytes, items[$0], items[$0 + 1]) }
    return .array(
      pairs.sorted { $0.0.lexicographicallyPrecedes($1.0) }.flatMap { [$0.1, $0.2] }
    )
  }
}
