/// What a new object is told about itself when it is made from a record.
public struct _Backing {
  let context: Unmanaged<ModelContext>?
  let entity: Unmanaged<EntityDescriptor>?
  let id: UInt64
  let state: ModelState

  init(context: ModelContext?, entity: EntityDescriptor?, id: UInt64, state: ModelState = []) {
    self.context = context.map { Unmanaged.passUnretained($0) }
    self.entity = entity.map { Unmanaged.passUnretained($0) }
    self.id = id
    self.state = state
  }
}
