package import LogStore

/// What a store has to hold, in dictionaries, by rules that are written down here once more in the simplest way:
/// boxes own items in order, refer to items in other boxes, items refer to each other.
package struct SimulationModel: Sendable {
  package struct Item: Sendable {
    var body: UInt64
    var box: UInt64?
    var peer: UInt64?
    var image: UInt64?
  }

  package struct Box: Sendable {
    var label: UInt64
    var items: [UInt64] = []
    var links: [UInt64] = []
  }

  package var items: [UInt64: Item] = [:]
  package var boxes: [UInt64: Box] = [:]

  package init() {}

  /// What a version of a store holds.
  package init(_ snapshot: Snapshot) throws(StoreError) {
    var model = SimulationModel()
    try SimulationStore.visit(snapshot) { object in
      switch object {
      case .box(let id, let box): model.boxes[id] = box
      case .item(let id, let item): model.items[id] = item
      }
    }
    self = model
  }

  /// Removes an object: a box takes its items with it, references to what is gone are cleared.
  package mutating func delete(_ id: UInt64) {
    if let box = boxes.removeValue(forKey: id) {
      for item in box.items { deleteItem(item) }
    } else {
      deleteItem(id)
    }
  }

  private mutating func deleteItem(_ id: UInt64) {
    if let box = items.removeValue(forKey: id)?.box { boxes[box]?.items.removeAll { $0 == id } }
    for (other, item) in items where item.peer == id { items[other]?.peer = nil }
    for (other, box) in boxes where box.links.contains(id) { boxes[other]?.links.removeAll { $0 == id } }
  }

  /// The digest that a store with this content has.
  package var digest: UInt64 {
    var digest = ContentDigest()
    for (id, box) in boxes { digest.add(box: id, label: box.label, items: box.items, links: box.links) }
    for (id, item) in items { digest.add(item: id, item) }
    return digest.value
  }
}
