package import LogStore

/// A model class compiled against one store: numbers, property table and write layout.
package final class EntityDescriptor: Sendable, Hashable {
  /// Name of the entity.
  package let name: String
  /// Number in the store.
  package let id: EntityID
  /// The class.
  package let type: any PersistentModel.Type
  /// What the class declares.
  let shape: ModelShape
  /// All properties, inherited ones first; the place in this table is the property index of the class.
  package let properties: [PropertyInfo]
  /// Layout of new records.
  package let layout: RecordLayout
  /// The same with the kinds of the attributes in the place of `external`: what values are written to and read from.
  /// The layout itself if no attribute is external.
  let plainLayout: RecordLayout
  /// The properties whose values may be in files of their own.
  let externals: [ExternalProperty]
  /// Field of the write layout for each property; -1 for properties that records do not hold.
  let writeFields: [Int32]
  /// What each property asks of the record encoder.
  let roles: [UInt8]
  /// Indexes of the relationships in `properties`.
  let relationships: [Int]
  /// Whether objects of exactly this class are refused.
  package let isAbstract: Bool
  /// Whether insertions may turn into updates: the class or one above it has uniqueness constraints.
  let hasUniqueness: Bool
  private let byID: [PropertyID: Int]
  private let byName: [String: Int]

  init(
    shape: ModelShape,
    id: EntityID,
    properties: [PropertyInfo],
    layout: RecordLayout,
    hasUniqueness: Bool
  ) {
    self.name = shape.name
    self.id = id
    self.type = shape.type
    self.shape = shape
    self.properties = properties
    self.layout = layout
    self.isAbstract = shape.isAbstract
    self.hasUniqueness = hasUniqueness
    let plain = Self.plain(layout, properties)
    self.plainLayout = plain
    self.externals = layout.fields.indices.compactMap { field in
      guard layout.fields[field].kind == .external else { return nil }
      let property = properties.first { $0.id == layout.fields[field].property }
      return property.map { ExternalProperty(index: $0.index, field: field) }
    }
    self.writeFields = Self.fields(of: plain, for: properties)
    self.roles = properties.map { property in
      if property.isEphemeral { return _RecordEncoder.Role.ephemeral }
      return property.hasOrderKey ? _RecordEncoder.Role.ordered : _RecordEncoder.Role.plain
    }
    self.relationships = properties.indices.filter { properties[$0].isRelationship }
    var byID: [PropertyID: Int] = [:]
    var byName: [String: Int] = [:]
    for property in properties {
      byID[property.id] = property.index
      byName[property.name] = property.index
    }
    self.byID = byID
    self.byName = byName
  }

  /// The property with a given number, inherited or own.
  package func property(_ id: PropertyID) -> PropertyInfo? { byID[id].map { properties[$0] } }

  /// The property with a given name, inherited or own.
  package func property(named name: String) -> PropertyInfo? { byName[name].map { properties[$0] } }

  /// Name of the property at a place, for messages.
  func name(_ index: Int) -> String {
    properties.indices.contains(index) ? properties[index].name : "property \(index)"
  }

  /// The field of a layout for each property, -1 where the layout has none or keeps another kind.
  static func fields(of layout: RecordLayout, for properties: [PropertyInfo]) -> [Int32] {
    properties.map { property in
      guard let field = layout.fieldIndex(of: property.id) else { return -1 }
      if case .attribute(let kind) = property.slot, layout.fields[field].kind != kind { return -1 }
      return Int32(field)
    }
  }

  /// A layout with the kinds of the properties in the place of `external`; itself if there are none.
  static func plain(_ layout: RecordLayout, _ properties: [PropertyInfo]) -> RecordLayout {
    guard layout.fields.contains(where: { $0.kind == .external }) else { return layout }
    let kinds = Dictionary(
      properties.compactMap { property -> (PropertyID, ValueKind)? in
        if case .attribute(let kind) = property.slot { (property.id, kind) } else { nil }
      }
    ) { $1 }
    let fields = layout.fields.map { field in
      guard field.kind == .external, let kind = kinds[field.property] else { return field }
      return RecordLayout.Field(property: field.property, kind: kind)
    }
    return RecordLayout(id: layout.id, entity: layout.entity, fields: fields)
  }

  package static func == (a: EntityDescriptor, b: EntityDescriptor) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
