/// Where a compaction has put records, and where they were: what is put into the newest version once the copies are
/// durable. Only those records follow that still are where they were copied from.
struct Relocation: Sendable {
  /// A record that has moved: what it is of, and its old and new location.
  struct Move: Sendable {
    var address: UInt64
    var old: UInt64
    var new: UInt64
  }

  var objects: [Move] = []
  var history: [Move] = []
  /// By their old location.
  var catalog: [UInt64: UInt64] = [:]
  /// History of commits before this one is not kept.
  var firstHistory: SequenceNumber = 0

  /// Puts the new locations into a version that came after the one that was copied.
  ///
  /// - Complexity: O(records moved)
  func apply(to state: inout IndexState) {
    for move in objects where state.locations[move.address] == move.old || Sabotage.relocationUnchecked.isOn {
      state.locations[move.address] = move.new
    }
    for move in history where state.history[move.address] == move.old {
      state.history.updateValue(move.new, forKey: move.address)
    }
    applyToCatalog(&state)
    state.dropHistory(before: firstHistory)
  }

  /// The same for the records of the catalog alone.
  func applyToCatalog(_ state: inout IndexState) {
    for index in state.catalogLocations.indices {
      if let new = catalog[state.catalogLocations[index]] { state.catalogLocations[index] = new }
    }
  }
}
