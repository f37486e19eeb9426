/// Segments that take the place of others, and what has moved from these to those.
struct SegmentExchange: Sendable {
  var inputs: [SealedSegment]
  var outputs: [SealedSegment]
  /// The output, open.
  var segments: [Segment]
  var relocation: Relocation

  /// Puts the output in place of the input in a list.
  func applied(to list: [SealedSegment]) -> [SealedSegment] {
    let gone = Set(inputs.map(\.id))
    return (list.filter { !gone.contains($0.id) } + outputs).sorted { $0.id < $1.id }
  }

  /// Puts the output in place of the input in a version that came after the one that was copied.
  ///
  /// - Parameters:
  ///   - image: A checkpoint of `moved`; nil: the locations are changed one by one.
  ///   - base: The version that was copied.
  ///   - moved: The same with the output in place of the input.
  /// - Throws: if the indexes of the version are damaged.
  /// - Complexity: O(changes that lie in memory); without a checkpoint O(records moved)
  func applied(
    to newest: IndexState,
    over image: CheckpointImage?,
    copiedFrom base: IndexState,
    as moved: IndexState
  ) throws(StoreError) -> IndexState {
    guard let image, !Sabotage.relocationUnchecked.isOn else { return try applied(to: newest) }
    var state = newest.over(image, since: base)
    state.historyBytes -= base.historyBytes - moved.historyBytes
    relocation.applyToCatalog(&state)
    exchange(in: &state.segments)
    try state.refuseIfDamaged()
    return state
  }

  /// Puts the output in place of the input in a version.
  ///
  /// - Throws: if the indexes of the version are damaged: then nothing may be removed by what they say.
  /// - Complexity: O(records moved)
  func applied(to state: IndexState) throws(StoreError) -> IndexState {
    var state = state
    relocation.apply(to: &state)
    exchange(in: &state.segments)
    try state.refuseIfDamaged()
    return state
  }

  private func exchange(in table: inout SegmentTable) {
    for segment in segments { table.insert(segment) }
    for input in inputs { table.remove(input.id) }
  }
}
