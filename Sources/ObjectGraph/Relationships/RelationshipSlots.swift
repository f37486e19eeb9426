/// The relationship slots of an object.
struct RelationshipSlots {
  /// The content of a to-one slot.
  struct Reference {
    var index: Int
    var id: UInt64
    var link: RelationshipLink?

    /// The object, wherever it is known directly.
    var object: (any PersistentModel)? { link?.object }
  }

  var references: [Reference] = []
  var members: [ToManyStorage] = []
}

extension PersistentModel {
  /// All relationship slots.
  var relationshipSlots: RelationshipSlots {
    var slots = RelationshipSlots()
    withUnsafeMutablePointer(to: &slots) {
      var visitor = _SlotVisitor(.relationships($0))
      _$visit(&visitor)
    }
    for storage in _$header._extra?.toMany ?? [] where !slots.members.contains(where: { $0 === storage }) {
      slots.members.append(storage)
    }
    return slots
  }

  /// One to-one slot.
  func reference(_ index: Int) -> RelationshipSlots.Reference? {
    var reference: RelationshipSlots.Reference?
    withUnsafeMutablePointer(to: &reference) {
      var visitor = _SlotVisitor(.reference(index, $0))
      _$visit(&visitor)
    }
    return reference
  }

  /// One to-many slot, if it has a storage.
  func memberStorage(_ index: Int) -> ToManyStorage? {
    if let storage = _$header._extra?.storage(index) { return storage }
    var storage: ToManyStorage?
    withUnsafeMutablePointer(to: &storage) {
      var visitor = _SlotVisitor(.members(index, $0))
      _$visit(&visitor)
    }
    storage?.index = index
    return storage
  }

  /// Stores a new target in a to-one slot, without notice to anybody.
  func patch(_ index: Int, id: UInt64, link: RelationshipLink?) {
    var core = _RecordDecoder.Core(
      source: .patch(.init(index: index, id: id, link: link)),
      view: nil,
      fields: [],
      entity: nil,
      failure: nil
    )
    withUnsafeMutablePointer(to: &core) {
      var decoder = _RecordDecoder(core: $0, keep: _RecordDecoder.keepAll(but: index))
      _$decode(from: &decoder)
    }
  }
}
