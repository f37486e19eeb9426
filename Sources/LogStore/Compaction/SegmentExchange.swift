/// Segments that take the place of others, and what has moved from these to those.
struct SegmentExchange: Sendable {
  var inputs: [SealedSegment]
  var outputs: [SealedSegment]
  /// The output, open.
  var segments: [Segment]
  var relocation: Relocation

  /// Puts the output in place of the input in a version.
  ///
  /// - Throws: if the indexes of the version are damaged: then nothing may be removed by what they say.
  /// - Complexity: O(records moved)
  func applied(to state: IndexState) throws(StoreError) -> IndexState {
    var state = state
    relocation.apply(to: &state)
    for segment in segments { state.segments.insert(segment) }
    for input in inputs { state.segments.remove(input.id) }
    try state.refuseIfDamaged()
    return state
  }
}
