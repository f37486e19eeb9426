extension IndexState {
  /// Bytes of memory that the indexes take beside their checkpoint: what the commits behind it have changed.
  /// The inner nodes of the trees and room for growth are not counted.
  ///
  /// - Complexity: O(changed chunks of the arrays)
  package var memoryBytes: Int {
    func bytes<Key, Value>(_ map: LayeredMap<Key, Value>) -> Int {
      map.changeCount * (MemoryLayout<Key>.stride + MemoryLayout<LayeredChange<Value>>.stride)
    }
    return locations.changedBytes + kinds.changedBytes + extents.reduce(0) { $0 + bytes($1) } + bytes(members)
      + bytes(referrers) + secondary.reduce(0) { $0 + bytes($1) } + bytes(denormalTexts) + bytes(blobs)
      + bytes(history)
  }
}
