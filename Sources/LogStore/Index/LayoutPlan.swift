/// What the indexes have to know of the records of one layout: which slots refer to other objects, which
/// fields make up the keys of ordered indexes. Made once for each layout of a catalog.
package final class LayoutPlan: Sendable {
  /// How a to-one slot shows up in the indexes.
  package enum LinkKind: Sendable, Hashable {
    /// As a target of the inverse, to-many relationship.
    case member(of: PropertyID)
    /// As a referrer of the target, whose class does not know of it.
    case referrer
    /// Not at all: the inverse is a to-one slot of the target.
    case none
  }

  /// A to-one slot.
  package struct Link: Sendable {
    package var field: Int
    package var relationship: PropertyID
    package var kind: LinkKind
    /// The field with the object's place in the inverse.
    package var orderKey: Int?
    /// The entity at the other end.
    package var destination: EntityID?
  }

  /// One value of a key.
  package struct KeyPart: Sendable {
    var shape: KeyShape
    /// Whether it ends the key.
    var isLast: Bool
    /// The field that holds the value; nil if records of the layout do not have it.
    var field: Int?
    /// How the value lies there.
    var kind: ValueKind = .bool
    /// Offset of a fixed-width slot.
    var offset = 0

    init(shape: KeyShape, isLast: Bool) {
      self.shape = shape
      self.isLast = isLast
    }
  }

  /// The key bytes of a value that records of a layout do not have.
  struct Fallback: Sendable {
    var bytes: [UInt8]
    var equalsNothing: Bool
  }

  /// What makes up the key of an index.
  package final class Key: Sendable {
    /// Number in `CatalogPlans.indexes`.
    package let index: Int
    let parts: [KeyPart]
    /// Of the parts without a field, by the place of the part.
    let fallbacks: [Int: Fallback]

    init(index: Int, parts: [KeyPart], fallbacks: [Int: Fallback]) {
      self.index = index
      self.parts = parts
      self.fallbacks = fallbacks
    }
  }

  /// A text that is part of a key.
  package struct Text: Sendable, Hashable {
    package var property: PropertyID
    package var field: Int
  }

  /// Whether objects of exactly the entity are refused.
  package let isAbstract: Bool
  /// The presence bits of the fields that must have a value.
  package let required: [UInt8]
  package let links: [Link]
  package let keys: [Key]
  package let texts: [Text]
  /// The external fields.
  package let externals: [Int]

  init(
    isAbstract: Bool,
    required: [UInt8],
    links: [Link],
    keys: [Key],
    texts: [Text],
    externals: [Int]
  ) {
    self.isAbstract = isAbstract
    self.required = required
    self.links = links
    self.keys = keys
    self.texts = texts
    self.externals = externals
  }
}

/// The plans of all layouts, and the indexes that they number.
package final class CatalogPlans: Sendable {
  package let catalog: Catalog
  /// The ordered indexes of the catalog.
  package let indexes: [SecondaryIndex]
  /// Whether records of some layout have external fields.
  let hasExternals: Bool
  /// Relationships whose number of targets is bounded.
  let counted: Set<PropertyID>
  private let plans: [LayoutPlan?]
  private let rules: [EntityRules?]

  package init(_ catalog: Catalog) {
    self.catalog = catalog
    let indexes = SecondaryIndex.all(of: catalog)
    var plans = [LayoutPlan?](repeating: nil, count: Int(catalog.layouts.last?.id.rawValue ?? 0) + 1)
    var rules = [EntityRules?](repeating: nil, count: Int(catalog.entities.last?.id.rawValue ?? 0) + 1)
    for entity in catalog.entities { rules[Int(entity.id.rawValue)] = EntityRules(entity.id, catalog) }
    for layout in catalog.layouts {
      plans[Int(layout.id.rawValue)] = Self.plan(
        layout,
        catalog,
        indexes,
        EntityRules(layout.entity, catalog)
      )
    }
    hasExternals = plans.contains { $0?.externals.isEmpty == false }
    counted = Set(rules.flatMap { $0?.counted.map(\.id) ?? [] })
    self.rules = rules
    self.indexes = indexes
    self.plans = plans
  }

  /// The plan of a layout of this catalog. O(1).
  package subscript(_ layout: RecordLayout) -> LayoutPlan? {
    let index = Int(layout.id.rawValue)
    return index < plans.count ? plans[index] : nil
  }

  /// What an entity asks of its objects. O(1).
  func rules(of entity: EntityID) -> EntityRules {
    let index = Int(entity.rawValue)
    return (index < rules.count ? rules[index] : nil) ?? EntityRules(entity, catalog)
  }

  /// The index over exactly these properties that holds all objects of an entity.
  package func index(on properties: [PropertyID], of entity: EntityID) -> Int? {
    indexes.firstIndex { $0.properties == properties && catalog.isKind(entity, of: $0.entity) }
  }

  private static func plan(
    _ layout: RecordLayout,
    _ catalog: Catalog,
    _ indexes: [SecondaryIndex],
    _ rules: EntityRules
  ) -> LayoutPlan {
    var links: [LayoutPlan.Link] = []
    for (index, field) in layout.fields.enumerated() where field.kind == .reference {
      guard let relationship = catalog.relationship(field.property) else { continue }
      let kind: LayoutPlan.LinkKind
      if let inverse = relationship.inverse, let other = catalog.relationship(inverse) {
        kind = other.isToMany ? .member(of: inverse) : .none
      } else {
        kind = .referrer
      }
      links.append(
        .init(
          field: index,
          relationship: field.property,
          kind: kind,
          orderKey: layout.orderKeyIndex(of: field.property),
          destination: relationship.destination
        )
      )
    }
    let keys = indexes.enumerated().compactMap { number, index in
      index.key(of: layout, number: number, catalog)
    }
    var texts: [LayoutPlan.Text] = []
    for key in keys {
      for (place, part) in key.parts.enumerated() where part.shape == .text {
        guard let field = part.field else { continue }
        let text = LayoutPlan.Text(property: indexes[key.index].properties[place], field: field)
        if !texts.contains(text) { texts.append(text) }
      }
    }
    var required = [UInt8](repeating: 0, count: layout.bitmapSize)
    for property in rules.required {
      guard let field = layout.fieldIndex(of: property.id) else { continue }
      required[field >> 3] |= 1 << UInt8(truncatingIfNeeded: field & 7)
    }
    return LayoutPlan(
      isAbstract: rules.isAbstract,
      required: required,
      links: links,
      keys: keys,
      texts: texts,
      externals: layout.fields.indices.filter { layout.fields[$0].kind == .external }
    )
  }
}
