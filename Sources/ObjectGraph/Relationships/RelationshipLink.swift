/// A direct reference from one object to another, used only while one of them is not registered.
///
/// The end that the program assigned holds strongly, the end that the library keeps in step weakly. Chains
/// of strong links are taken apart by a loop, so that dropping a million of them costs no stack.
public final class RelationshipLink {
  private var strong: (any PersistentModel)?
  private weak var weakObject: (any PersistentModel)?

  init(strong object: any PersistentModel) { strong = object }

  init(weak object: any PersistentModel) { weakObject = object }

  /// The object at the other end, if it still lives.
  var object: (any PersistentModel)? { strong ?? weakObject }

  /// Whether this link keeps the object alive.
  var isStrong: Bool { strong != nil }

  /// Gives up the strong reference and returns it.
  func take() -> (any PersistentModel)? {
    defer { strong = nil }
    return strong
  }

  deinit {
    guard strong != nil else { return }
    var pending: [any PersistentModel] = []
    Self.move(&strong, to: &pending)
    Self.dismantle(&pending)
  }

  /// Moves a reference, so that the list is the only place left that holds it here.
  private static func move(_ object: inout (any PersistentModel)?, to list: inout [any PersistentModel]) {
    if let object { list.append(object) }
    object = nil
  }

  /// Releases objects; before one goes that nobody else holds, takes out what it holds, and so on.
  static func dismantle(_ pending: inout [any PersistentModel]) {
    while !pending.isEmpty {
      var found: [any PersistentModel] = []
      let last = pending.count - 1
      if ObjectGraph.isUnique(&pending[last]) { found = takeLinks(of: pending[last]) }
      pending.removeLast()
      pending.append(contentsOf: found)
    }
  }

  /// The strong references of an object, which gives them up.
  private static func takeLinks(of object: any PersistentModel) -> [any PersistentModel] {
    var sink = LinkCollector()
    withUnsafeMutablePointer(to: &sink) { pointer in
      var visitor = _SlotVisitor(.collect(pointer))
      object._$visit(&visitor)
    }
    for storage in object._$header._extra?.toMany ?? [] {
      sink.objects.append(contentsOf: storage.takeMembers())
    }
    return sink.objects
  }
}
