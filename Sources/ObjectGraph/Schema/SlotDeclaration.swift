/// What the type of a slot says about its property.
public struct _SlotDeclaration {
  let slot: PropertyShape.Slot
  let isOptional: Bool
  var problem: String?

  init(slot: PropertyShape.Slot, isOptional: Bool, problem: String? = nil) {
    self.slot = slot
    self.isOptional = isOptional
    self.problem = problem
  }
}
