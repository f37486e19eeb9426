/// A target that could not be put into a relationship. The save is refused until the relationship is assigned
/// anew, or its owner is deleted: what the program asked for must not be left out in silence.
struct RefusedLink {
  /// The id of the owner.
  var owner: UInt64
  /// The property.
  var index: Int
  /// Why the target was refused.
  var error: ObjectGraphError
}

extension ModelContext {
  /// The id under which a relationship can refer to a target; nil if it cannot, which refuses the save.
  func adopt(_ target: any PersistentModel, for owner: any PersistentModel, _ index: Int) -> UInt64? {
    let mark = failures.count
    if let id = adopt(target) { return id }
    if let error = failures.take(since: mark) {
      refused.append(RefusedLink(owner: owner._$header._id, index: index, error: error))
    }
    return nil
  }

  /// Forgets that a relationship was refused a target, because the program assigns it anew.
  func mend(_ owner: any PersistentModel, _ index: Int) {
    guard !refused.isEmpty else { return }
    let id = owner._$header._id
    refused.removeAll { $0.owner == id && $0.index == index }
  }

  /// Throws if some relationship lacks a target that the program gave it.
  func checkLinks() throws {
    if let link = refused.first(where: { !deletedIDs.contains($0.owner) }) { throw link.error }
  }
}
