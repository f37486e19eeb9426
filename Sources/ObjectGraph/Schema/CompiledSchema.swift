package import LogStore

/// The model classes of a container compiled against its store.
package final class CompiledSchema: Sendable {
  /// All classes, parents before children.
  package let descriptors: [EntityDescriptor]
  private let byType: [ObjectIdentifier: EntityDescriptor]
  private let byID: [EntityID: EntityDescriptor]
  private let byName: [String: EntityDescriptor]

  init(descriptors: [EntityDescriptor]) {
    self.descriptors = descriptors
    var byType: [ObjectIdentifier: EntityDescriptor] = [:]
    var byID: [EntityID: EntityDescriptor] = [:]
    var byName: [String: EntityDescriptor] = [:]
    for descriptor in descriptors {
      byType[ObjectIdentifier(descriptor.type)] = descriptor
      byID[descriptor.id] = descriptor
      byName[descriptor.name] = descriptor
    }
    self.byType = byType
    self.byID = byID
    self.byName = byName
  }

  /// The description of a class of the schema.
  package func descriptor(for type: any PersistentModel.Type) -> EntityDescriptor? {
    byType[ObjectIdentifier(type)]
  }

  /// The description of an entity by its number in the store.
  package func descriptor(_ id: EntityID) -> EntityDescriptor? { byID[id] }

  /// The description of an entity by its name.
  package func descriptor(named name: String) -> EntityDescriptor? { byName[name] }
}
