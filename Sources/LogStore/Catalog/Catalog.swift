/// All that a store knows of its entities: an immutable value that snapshots share.
///
/// Entities are numbered in pre-order of the hierarchy (`ordinal`), so that "is a" is a range test that
/// never reads a record.
public final class Catalog: Sendable {
  /// A layout by the number in a record's header, good as long as the catalog is held. O(1).
  @inline(__always)
  func unretainedLayout(_ id: LayoutID) -> Unmanaged<RecordLayout>? {
    let index = Int(id.rawValue)
    return index < unretainedLayouts.count ? unretainedLayouts[index] : nil
  }

  /// How the targets of a relationship are kept.
  package enum Storage: Sendable {
    /// A slot of the owner's record.
    case slot
    /// Derived from the slots of the targets: the inverse is a to-one relationship.
    case derived(inverse: PropertyID)
    /// EDGE records of this relationship, the owner being this side.
    case edges
    /// EDGE records of the inverse, the owner being the other side.
    case edgesOfInverse(PropertyID)
  }

  /// The entities by rising number.
  public let entities: [EntityDefinition]
  /// The layouts by rising number.
  public let layouts: [RecordLayout]
  /// Smallest property number that was never given.
  package let nextProperty: UInt32

  private let byID: [EntityID: Int]
  private let byName: [String: EntityID]
  private let ordinals: [Int]
  private let ends: [Int]
  private let preorder: [EntityID]
  private let layoutTable: [RecordLayout?]
  /// The same for readers that count no references.
  private let unretainedLayouts: [Unmanaged<RecordLayout>?]
  /// For each layout with sealed fields the one with the same fields in clear, by number.
  private let clearLayouts: [Unmanaged<RecordLayout>?]
  /// The other way round.
  private let sealedLayouts: [Unmanaged<RecordLayout>?]
  /// Whether records of some layout have sealed fields.
  package let hasSealedLayouts: Bool
  private let attributeTable: [PropertyID: (AttributeDefinition, EntityID)]
  private let relationshipTable: [PropertyID: (RelationshipDefinition, EntityID)]

  /// Makes a catalog of its parts; parts that contradict each other were refused (`problem`).
  package init(entities: [EntityDefinition], layouts: [RecordLayout], nextProperty: UInt32) {
    let entities = entities.sorted { $0.id < $1.id }
    self.entities = entities
    self.layouts = layouts.sorted { $0.id < $1.id }
    self.nextProperty = nextProperty
    var byID: [EntityID: Int] = [:]
    var byName: [String: EntityID] = [:]
    var children: [EntityID: [EntityID]] = [:]
    var attributes: [PropertyID: (AttributeDefinition, EntityID)] = [:]
    var relationships: [PropertyID: (RelationshipDefinition, EntityID)] = [:]
    for (index, entity) in entities.enumerated() {
      byID[entity.id] = index
      byName[entity.name] = entity.id
      if let parent = entity.parent { children[parent, default: []].append(entity.id) }
      for attribute in entity.attributes { attributes[attribute.id] = (attribute, entity.id) }
      for relationship in entity.relationships { relationships[relationship.id] = (relationship, entity.id) }
    }
    let highest = Int(entities.last?.id.rawValue ?? 0)
    var ordinals = [Int](repeating: -1, count: highest + 1)
    var ends = [Int](repeating: -1, count: highest + 1)
    var preorder: [EntityID] = []
    func visit(_ id: EntityID, depth: Int) {
      guard ordinals[Int(id.rawValue)] < 0, depth < 1024 else { return }
      ordinals[Int(id.rawValue)] = preorder.count
      preorder.append(id)
      for child in children[id] ?? [] { visit(child, depth: depth + 1) }
      ends[Int(id.rawValue)] = preorder.count
    }
    for entity in entities where entity.parent == nil { visit(entity.id, depth: 0) }
    self.byID = byID
    self.byName = byName
    self.ordinals = ordinals
    self.ends = ends
    self.preorder = preorder
    self.attributeTable = attributes
    self.relationshipTable = relationships
    var table = [RecordLayout?](repeating: nil, count: Int(self.layouts.last?.id.rawValue ?? 0) + 1)
    for layout in layouts { table[Int(layout.id.rawValue)] = layout }
    self.layoutTable = table
    unretainedLayouts = table.map { $0.map { Unmanaged.passUnretained($0) } }
    var clear = [Unmanaged<RecordLayout>?](repeating: nil, count: table.count)
    var sealed = clear
    for layout in layouts where layout.isSealed {
      let fields = Self.clearFields(of: layout) { attributes[$0]?.0.kind }
      guard let twin = layouts.first(where: { $0.entity == layout.entity && $0.fields == fields }) else {
        continue
      }
      clear[Int(layout.id.rawValue)] = Unmanaged.passUnretained(twin)
      sealed[Int(twin.id.rawValue)] = Unmanaged.passUnretained(layout)
    }
    clearLayouts = clear
    sealedLayouts = sealed
    hasSealedLayouts = layouts.contains(where: \.isSealed)
  }

  /// The catalog of a store into which no program has put a schema yet.
  package static var empty: Catalog { Catalog(entities: [], layouts: [], nextProperty: 1) }

  /// The definition of an entity.
  public func entity(_ id: EntityID) -> EntityDefinition? { byID[id].map { entities[$0] } }

  /// The definition of an entity.
  public func entity(named name: String) -> EntityDefinition? { byName[name].flatMap { entity($0) } }

  /// Name of an entity for messages, whether it exists or not.
  package func name(of id: EntityID) -> String { entity(id)?.name ?? "entity \(id.rawValue)" }

  /// Name of a property for messages, whether it exists or not.
  package func name(of id: PropertyID) -> String {
    attributeTable[id]?.0.name ?? relationshipTable[id]?.0.name ?? "property \(id.rawValue)"
  }

  /// Place of an entity in pre-order of the hierarchy.
  package func ordinal(of id: EntityID) -> Int? {
    let index = Int(id.rawValue)
    return index < ordinals.count && ordinals[index] >= 0 ? ordinals[index] : nil
  }

  /// Whether objects of `id` are objects of `base`: itself or an entity below it. O(1).
  public func isKind(_ id: EntityID, of base: EntityID) -> Bool {
    guard let ordinal = ordinal(of: id), let start = self.ordinal(of: base) else { return false }
    return ordinal >= start && ordinal < ends[Int(base.rawValue)]
  }

  /// How the values of an attribute lie in records; nil if there is no such attribute. Copies no definition, which
  /// counts references of all its parts.
  func attributeKind(_ id: PropertyID) -> ValueKind? {
    attributeTable.index(forKey: id).map { attributeTable.values[$0].0.kind }
  }

  /// Whether a property is a relationship.
  func isRelationship(_ id: PropertyID) -> Bool { relationshipTable.index(forKey: id) != nil }

  /// Number of entities from one downwards.
  func familyCount(of id: EntityID) -> Int { ordinal(of: id).map { ends[Int(id.rawValue)] - $0 } ?? 0 }

  /// An entity and all below it, in pre-order.
  public func family(of id: EntityID) -> [EntityID] {
    guard let start = ordinal(of: id) else { return [] }
    return Array(preorder[start..<ends[Int(id.rawValue)]])
  }

  /// An entity and all above it, the root first.
  public func lineage(of id: EntityID) -> [EntityDefinition] {
    var line: [EntityDefinition] = []
    var next: EntityID? = id
    while let current = next, let entity = entity(current), line.count <= entities.count {
      line.append(entity)
      next = entity.parent
    }
    return line.reversed()
  }

  /// All attributes of an entity, inherited ones first.
  public func attributes(of id: EntityID) -> [AttributeDefinition] { lineage(of: id).flatMap(\.attributes) }

  /// All relationships of an entity, inherited ones first.
  public func relationships(of id: EntityID) -> [RelationshipDefinition] {
    lineage(of: id).flatMap(\.relationships)
  }

  /// The definition of an attribute.
  public func attribute(_ id: PropertyID) -> AttributeDefinition? { attributeTable[id]?.0 }

  /// The definition of a relationship.
  public func relationship(_ id: PropertyID) -> RelationshipDefinition? { relationshipTable[id]?.0 }

  /// The entity that declares a property.
  public func owner(of id: PropertyID) -> EntityID? { attributeTable[id]?.1 ?? relationshipTable[id]?.1 }

  /// The attribute of an entity, inherited or own, with a given name.
  public func attribute(named name: String, of id: EntityID) -> AttributeDefinition? {
    attributes(of: id).last { $0.name == name }
  }

  /// The relationship of an entity, inherited or own, with a given name.
  public func relationship(named name: String, of id: EntityID) -> RelationshipDefinition? {
    relationships(of: id).last { $0.name == name }
  }

  /// A layout by the number in a record's header. O(1).
  package func layout(_ id: LayoutID) -> RecordLayout? {
    let index = Int(id.rawValue)
    return index < layoutTable.count ? layoutTable[index] : nil
  }

  /// How the targets of a relationship are kept.
  package func storage(of relationship: RelationshipDefinition) -> Storage {
    guard relationship.isToMany else { return .slot }
    guard let inverse = relationship.inverse, let other = self.relationship(inverse) else { return .edges }
    guard other.isToMany else { return .derived(inverse: inverse) }
    return relationship.id < inverse || relationship.id == inverse ? .edges : .edgesOfInverse(inverse)
  }

  /// The fields that a record of an entity has when its properties come in the given order of names: a slot
  /// for each attribute and each to-one relationship, and behind a to-one whose inverse is to-many the
  /// object's place in it.
  ///
  /// - Parameter external: Whether values of external attributes have their own form. Those that are sealed too stay
  ///   in the record.
  package func fields(
    of id: EntityID,
    order: [String],
    external: Bool = false
  ) -> [RecordLayout.Field] {
    let attributes = Dictionary(self.attributes(of: id).map { ($0.name, $0) }) { $1 }
    let relationships = Dictionary(self.relationships(of: id).map { ($0.name, $0) }) { $1 }
    var fields: [RecordLayout.Field] = []
    for name in order {
      if let attribute = attributes[name] {
        guard !attribute.flags.contains(.ephemeral) else { continue }
        let isExternal =
          external && attribute.flags.contains(.external) && !attribute.flags.contains(.sealed)
        fields.append(.init(property: attribute.id, kind: isExternal ? .external : attribute.kind))
      } else if let relationship = relationships[name], !relationship.isToMany {
        fields.append(.init(property: relationship.id, kind: .reference))
        if let inverse = relationship.inverse, self.relationship(inverse)?.isToMany == true {
          fields.append(.init(property: relationship.id, kind: .orderKey))
        }
      }
    }
    return fields
  }
}

/// Layouts of sealed records. Programs see records in clear; what is stored has the same fields in the same order,
/// those of sealed attributes with the kind `sealed`.
extension Catalog {
  /// The layout that the program sees records of a sealed layout in; nil for other layouts. O(1).
  @inline(__always)
  func clearLayout(of layout: RecordLayout) -> RecordLayout? {
    guard hasSealedLayouts, Int(layout.id.rawValue) < clearLayouts.count else { return nil }
    return clearLayouts[Int(layout.id.rawValue)]?.takeUnretainedValue()
  }

  /// The layout in which records of a clear layout are stored; nil if they are stored as they are. O(1).
  @inline(__always)
  func sealedLayout(of layout: RecordLayout) -> RecordLayout? {
    guard hasSealedLayouts, Int(layout.id.rawValue) < sealedLayouts.count else { return nil }
    return sealedLayouts[Int(layout.id.rawValue)]?.takeUnretainedValue()
  }

  /// Whether values of an attribute are stored sealed.
  package func isSealed(_ attribute: PropertyID) -> Bool {
    layouts.contains { $0.isSealed && $0.fields.contains { $0.property == attribute && $0.kind == .sealed } }
  }

  /// Whether a layout in clear has attributes that other layouts of its entity have sealed.
  @inline(__always)
  func wantsSealing(_ layout: RecordLayout) -> Bool { hasSealedLayouts && hasSealedSibling(layout) }

  private func hasSealedSibling(_ layout: RecordLayout) -> Bool {
    layout.fields.contains { attribute($0.property)?.flags.contains(.sealed) == true }
      && layouts.contains { $0.entity == layout.entity && $0.isSealed }
  }

  /// The fields of a layout with the kinds of their attributes in the place of `sealed`.
  static func clearFields(
    of layout: RecordLayout,
    _ kind: (PropertyID) -> ValueKind?
  ) -> [RecordLayout.Field] {
    layout.fields.map { field in
      guard field.kind == .sealed, let clear = kind(field.property) else { return field }
      return RecordLayout.Field(property: field.property, kind: clear)
    }
  }

  /// The fields of records in clear as they are stored; nil if no attribute asks to be sealed.
  func sealedFields(_ fields: [RecordLayout.Field]) -> [RecordLayout.Field]? {
    var isSealed = false
    let sealed = fields.map { field -> RecordLayout.Field in
      guard attribute(field.property)?.flags.contains(.sealed) == true else { return field }
      isSealed = true
      return RecordLayout.Field(property: field.property, kind: .sealed)
    }
    return isSealed ? sealed : nil
  }
}
