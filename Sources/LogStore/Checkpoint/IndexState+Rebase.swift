extension IndexState {
  /// The same version over a newer checkpoint.
  ///
  /// - Parameters:
  ///   - image: A checkpoint of `written`; nil changes nothing.
  ///   - written: The version that it holds, from which this one has come.
  /// - Complexity: O(changes of the indexes since `written` + nodes of theirs before).
  func over(_ image: CheckpointImage?, since written: IndexState) -> IndexState {
    guard let image else { return self }
    var state = self
    state.checkpoint = image
    state.locations = locations.over(image.array(.locations), since: written.locations)
    state.kinds = kinds.over(image.array(.kinds), since: written.kinds)
    for entity in extents.indices {
      let before = entity < written.extents.count ? written.extents[entity] : LayeredMap()
      state.extents[entity] = extents[entity].over(image.run(.extent, UInt32(entity)), since: before)
    }
    state.members = members.over(image.run(.members), since: written.members)
    state.referrers = referrers.over(image.run(.referrers), since: written.referrers)
    for number in secondary.indices {
      guard number < plans.indexes.count,
        let old = written.plans.indexes.firstIndex(of: plans.indexes[number]), old < written.secondary.count,
        secondaryOrigins[number] == written.secondaryOrigins[old]
      else { continue }
      state.secondary[number] = secondary[number].over(
        image.run(.secondary, UInt32(old)),
        since: written.secondary[old]
      )
    }
    state.history = history.over(image.run(.history), since: written.history)
    state.denormalTexts = denormalTexts.over(image.run(.texts), since: written.denormalTexts)
    state.blobs = blobs.over(image.run(.blobs), since: written.blobs)
    return state
  }
}
