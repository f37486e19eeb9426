package import LogStore
package import LogStoreTesting

/// Makes changes of a store and of its model alike.
package struct Workload: Sendable {
  /// Kinds of change.
  package enum Kind: Sendable {
    /// Another body of that many bytes for an item.
    case put(Int)
    /// New items in a box, perhaps a new one, with peers and links.
    case insert
    /// An item, or a box with all it owns.
    case delete
    /// A new item of that many bytes; an old one goes.
    case bulk(Int)
  }

  /// A commit and what it makes of the model.
  package struct Change {
    package var batch = WriteBatch()
    package var model: SimulationModel
  }

  private var texts = 0

  package init() {}

  /// Makes a change.
  ///
  /// - Parameter newID: Asks the store for an id.
  package mutating func change(
    _ kind: Kind,
    of model: SimulationModel,
    _ store: SimulationStore,
    _ randomness: inout SimulatedRandomness,
    newID: () throws -> UInt64
  ) throws -> Change {
    var change = Change(model: model)
    switch kind {
    case .put(let size):
      guard let id = some(model.items.keys, &randomness), let item = model.items[id] else {
        try addItem(size, box: nil, peer: nil, newID(), store, &change, &randomness)
        break
      }
      let body = text(size)
      change.model.items[id]?.body = ContentDigest.text(body)
      let image = self.image(&randomness, isNew: false)
      if case .replaced(let bytes) = image {
        change.model.items[id]?.image = bytes.map { ContentDigest.bytes($0) }
      }
      try store.put(
        item: id,
        body: body,
        box: item.box,
        peer: item.peer,
        image: image,
        isNew: false,
        in: &change.batch
      )
    case .insert: try insert(store, &change, &randomness, newID)
    case .delete:
      let boxes = Int.random(in: 0..<4, using: &randomness) == 0 ? Array(model.boxes.keys) : []
      guard let id = some(boxes, &randomness) ?? some(model.items.keys, &randomness) else {
        try addItem(50, box: nil, peer: nil, newID(), store, &change, &randomness)
        break
      }
      delete(id, &change)
      // Few objects keep the many recoveries short.
      while change.model.items.count > 24, let id = some(change.model.items.keys, &randomness) {
        delete(id, &change)
      }
    case .bulk(let size):
      let oldest = model.items.count > 12 ? model.items.keys.min() : nil
      if let oldest { delete(oldest, &change) }
      let box = some(change.model.boxes.keys, &randomness)
      try addItem(size, box: box, peer: nil, newID(), store, &change, &randomness)
    }
    return change
  }

  private func some(_ ids: some Collection<UInt64>, _ randomness: inout SimulatedRandomness) -> UInt64? {
    ids.sorted().randomElement(using: &randomness)
  }

  private mutating func text(_ size: Int) -> String {
    texts += 1
    return "\(texts)-" + String(repeating: "x", count: size)
  }

  private func delete(_ id: UInt64, _ change: inout Change) {
    change.model.delete(id)
    change.batch.delete(ObjectID(rawValue: id))
  }

  private mutating func addItem(
    _ size: Int,
    box: UInt64?,
    peer: UInt64?,
    _ id: UInt64,
    _ store: SimulationStore,
    _ change: inout Change,
    _ randomness: inout SimulatedRandomness
  ) throws {
    let body = text(size)
    let image = self.image(&randomness, isNew: true)
    var item = SimulationModel.Item(body: ContentDigest.text(body), box: box, peer: peer)
    if case .replaced(let bytes) = image { item.image = bytes.map { ContentDigest.bytes($0) } }
    change.model.items[id] = item
    if let box { change.model.boxes[box]?.items.append(id) }
    try store.put(
      item: id,
      body: body,
      box: box,
      peer: peer,
      image: image,
      isNew: true,
      in: &change.batch
    )
  }

  /// None, a small one in the record, or one in a file; of an item that is there perhaps the old one.
  private func image(_ randomness: inout SimulatedRandomness, isNew: Bool) -> SimulationStore.Image {
    let threshold = SimulationStore.blobThreshold
    switch Int.random(in: 0..<6, using: &randomness) {
    case 0: return .replaced(nil)
    case 1: return .replaced(bytes(threshold / 2, &randomness))
    case 2, 3: return .replaced(bytes(.random(in: threshold..<2000, using: &randomness), &randomness))
    default: return isNew ? .replaced(nil) : .kept
    }
  }

  private func bytes(_ count: Int, _ randomness: inout SimulatedRandomness) -> [UInt8] {
    let first = UInt8.random(in: 0...255, using: &randomness)
    return (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
  }

  private mutating func insert(
    _ store: SimulationStore,
    _ change: inout Change,
    _ randomness: inout SimulatedRandomness,
    _ newID: () throws -> UInt64
  ) throws {
    var box = some(change.model.boxes.keys, &randomness)
    if box == nil || (change.model.boxes.count < 4 && Bool.random(using: &randomness)) {
      let id = try newID()
      let label = text(8) + "-\(id)"
      change.model.boxes[id] = .init(label: ContentDigest.text(label))
      try store.put(box: id, label: label, isNew: true, in: &change.batch)
      box = id
    }
    for _ in 0..<Int.random(in: 1..<4, using: &randomness) {
      let peer = some(change.model.items.keys, &randomness)
      let size = Int.random(in: 1..<60, using: &randomness)
      try addItem(size, box: box, peer: peer, newID(), store, &change, &randomness)
    }
    guard let box else { return }
    var links: [UInt64] = []
    for id in change.model.items.keys.sorted() where Int.random(in: 0..<3, using: &randomness) == 0 {
      if links.count < 4 { links.append(id) }
    }
    change.model.boxes[box]?.links = links
    store.setLinks(of: box, to: links, in: &change.batch)
  }
}
