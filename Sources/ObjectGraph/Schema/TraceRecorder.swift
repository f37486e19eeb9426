/// Notes which stored properties of tracer objects are read, in order.
final class TraceRecorder {
  /// One read.
  struct Step {
    /// What was read.
    enum Kind {
      /// A to-one relationship; the tracer it led to.
      case hop(any PersistentModel)
      /// A to-many relationship; the tracer in the array.
      case many(any PersistentModel)
      /// An attribute; whether a value is the one in its slot.
      case attribute((Any) -> Bool)
      /// The identity of the object.
      case identity
    }

    var object: any PersistentModel
    var index: Int
    var kind: Kind
  }

  /// Which made-up values the tracers have.
  let round: Int
  private(set) var steps: [Step] = []
  /// Whether a tracer could not be filled, so that reading it is not safe.
  private(set) var isIncomplete = false
  private var targets: [(object: ObjectIdentifier, index: Int, target: any PersistentModel)] = []

  init(round: Int) { self.round = round }

  func recordAttribute(of object: any PersistentModel, _ index: Int, _ matches: @escaping (Any) -> Bool) {
    steps.append(Step(object: object, index: index, kind: .attribute(matches)))
  }

  func recordIdentity(of object: any PersistentModel) {
    steps.append(Step(object: object, index: -1, kind: .identity))
  }

  func record(_ object: any PersistentModel, _ index: Int, _ kind: Step.Kind) {
    steps.append(Step(object: object, index: index, kind: kind))
  }

  /// The tracer at the other end of a relationship, always the same one.
  func target<T: PersistentModel>(_ object: any PersistentModel, _ index: Int, _ type: T.Type) -> T {
    let key = ObjectIdentifier(object)
    for entry in targets where entry.object == key && entry.index == index {
      if let target = entry.target as? T { return target }
    }
    let target = Tracer.make(type, self)
    targets.append((key, index, target))
    return target
  }

  func markIncomplete() { isIncomplete = true }

  /// Lets the tracers go, which hold the recorder.
  func clear() {
    for entry in targets { entry.target._$header._extra?.recorder = nil }
    targets = []
    for step in steps { step.object._$header._extra?.recorder = nil }
    steps = []
  }
}
