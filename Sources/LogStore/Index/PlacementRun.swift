/// Places of records whose objects have consecutive ids, gathered so that they enter the primary index at once.
struct PlacementRun {
  private var first: UInt64 = 0
  private var words: [UInt64] = []
  private var kinds: [UInt16] = []

  /// Notes the place of an object's record, and hands those before to the state if the object does not follow them.
  @inline(__always)
  mutating func add(_ id: ObjectID, _ entity: EntityID, _ place: Location, to state: inout IndexState) {
    if id.rawValue != first &+ UInt64(words.count) {
      flush(to: &state)
      first = id.rawValue
    }
    words.append(place.word)
    kinds.append(entity.rawValue)
  }

  /// Hands all that was noted to the state.
  mutating func flush(to state: inout IndexState) {
    guard !words.isEmpty else { return }
    if words.count == 1 {
      state.place(ObjectID(rawValue: first), EntityID(rawValue: kinds[0]), at: Location(word: words[0]))
    } else {
      words.withUnsafeBufferPointer { state.locations.replace(startingAt: first, with: $0) }
      kinds.withUnsafeBufferPointer { state.kinds.replace(startingAt: first, with: $0) }
    }
    words.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
  }
}
