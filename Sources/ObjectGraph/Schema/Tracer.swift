/// Objects made of nothing.
enum Tracer {
  /// A tracer: an object with made-up values whose getters report to a recorder.
  static func make<T: PersistentModel>(_ type: T.Type, _ recorder: TraceRecorder) -> T {
    let object = T(_$backing: _Backing(context: nil, entity: nil, id: 0, state: .tracer))
    object.ensuredExtra.recorder = recorder
    if !fill(object, recorder.round) { recorder.markIncomplete() }
    return object
  }

  /// An object that stands for a missing target of a required relationship. It belongs to no context.
  static func placeholder<T: PersistentModel>(_ type: T.Type) -> T {
    let object = T(_$backing: _Backing(context: nil, entity: nil, id: 0, state: .gone))
    _ = fill(object, -1)
    object.ensuredExtra.failure = .missingObject(entity: ModelShape.name(of: type), id: "unknown")
    return object
  }

  /// Follows a to-one relationship of a tracer.
  static func follow<T: PersistentModel>(_ object: any PersistentModel, _ index: Int, _ type: T.Type) -> T? {
    guard let recorder = object._$header._extra?.recorder else { return nil }
    let target = recorder.target(object, index, type)
    recorder.record(object, index, .hop(target))
    return recorder.isIncomplete ? nil : target
  }

  /// Follows a to-many relationship of a tracer.
  static func followMany<T: PersistentModel>(_ object: any PersistentModel, _ index: Int, _ type: T.Type)
    -> [T]
  {
    guard let recorder = object._$header._extra?.recorder else { return [] }
    let target = recorder.target(object, index, type)
    recorder.record(object, index, .many(target))
    return recorder.isIncomplete ? [] : [target]
  }

  private static func fill(_ object: any PersistentModel, _ round: Int) -> Bool {
    var core = _RecordDecoder.Core(source: .neutral(round), view: nil, fields: [], entity: nil, failure: nil)
    return withUnsafeMutablePointer(to: &core) { pointer in
      var decoder = _RecordDecoder(core: pointer)
      object._$decode(from: &decoder)
      return !pointer.pointee.lacksNeutral
    }
  }
}
