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
    guard let object = take() else { return }
    RelationshipLink.dismantle(object)
  }

  /// Releases an object; if nobody else holds it, first takes out what it holds, and so on.
  static func dismantle(_ object: any PersistentModel) {
    var pending: [any PersistentModel] = [object]
    while var next = pending.popLast() {
      guard isUnique(&next) else { continue }
      var sink = LinkCollector()
      withUnsafeMutablePointer(to: &sink) { pointer in
        var visitor = _SlotVisitor(.collect(pointer))
        next._$visit(&visitor)
      }
      pending.append(contentsOf: sink.objects)
    }
  }

  /// Whether this is the only reference: the first word of a class existential is the reference.
  static func isUnique(_ object: inout any PersistentModel) -> Bool {
    withUnsafeMutablePointer(to: &object) { pointer in
      pointer.withMemoryRebound(to: AnyObject.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
  }
}

/// Strong references taken out of an object that is about to go.
struct LinkCollector {
  var objects: [any PersistentModel] = []
}
