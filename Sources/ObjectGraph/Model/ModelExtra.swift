import LogStore

/// What only few objects need: made on demand, so that a clean object pays for one empty pointer.
@usableFromInline
final class ModelExtra {
  /// Where observers of the object are kept.
  @usableFromInline var registrar: PropertyRegistrar?
  /// Loaded or assigned to-many relationships.
  var toMany: [ToManyStorage] = []
  /// The object that an upsert merged this one into.
  var forward: (any PersistentModel)?
  /// What is left of a context that is gone.
  var former: FormerContext?
  /// The identity of an object that is no longer in the store.
  var identity: PersistentIdentifier?
  /// To-one relationships of an object that is not saved yet to which the program assigned nil.
  var cleared: Set<Int> = []
  /// Values that were read from files, by property, until the object is read anew.
  var externalValues: [Int: Any] = [:]
  /// Values that the program has written to files and that no save has taken yet, by property.
  var pendingBlobs: [Int: PendingBlob] = [:]
  /// Where a tracer reports what is read.
  var recorder: TraceRecorder?
  /// Why a value could not be read.
  var failure: ObjectGraphError?

  init() {}

  /// The storage of a to-many relationship.
  func storage(_ index: Int) -> ToManyStorage? {
    for storage in toMany where storage.index == index { return storage }
    return nil
  }
}

extension PersistentModel {
  /// The extra part, made if it is missing.
  var ensuredExtra: ModelExtra {
    if let extra = _$header._extra { return extra }
    let extra = ModelExtra()
    _$header._extra = extra
    return extra
  }
}
