/// Stands for an object of a container without any model class.
final class MissingModel: PersistentModel {
  nonisolated(unsafe) var _$header = _ModelHeader()

  init() {}
  init(_$backing: _Backing) {}
  func _$encode(into record: inout _RecordEncoder) {}
  func _$decode(from record: inout _RecordDecoder) {}
  func _$visit(_ visitor: inout _SlotVisitor) {}
  static func _$describe(into schema: inout _EntityBuilder) {}
}
