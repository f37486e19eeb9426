/// What the indexes have to know of the records of one layout: which slots refer to other objects, which
/// fields make up the keys of ordered indexes. Made once for each layout of a catalog.
package struct LayoutPlan: Sendable {
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
    /// The key bytes where there is no field.
    var fallback: [UInt8] = []
    var fallbackEqualsNothing = false

    init(shape: KeyShape, isLast: Bool) {
      self.shape = shape
      self.isLast = isLast
    }
  }

  /// What makes up the key of an index.
  package struct Key: Sendable {
    /// Number in `CatalogPlans.indexes`.
    package var index: Int
    package var parts: [KeyPart]
  }

  /// A text that is part of a key.
  package struct Text: Sendable, Hashable {
    package var property: PropertyID
    package var field: Int
  }

  package var links: [Link]
  package var keys: [Key]
  package var texts: [Text]
}

/// The plans of all layouts, and the indexes that they number.
package final class CatalogPlans: Sendable {
  package let catalog: Catalog
  /// The ordered indexes of the catalog.
  package let indexes: [SecondaryIndex]
  private let plans: [LayoutPlan?]

  package init(_ catalog: Catalog) {
    self.catalog = catalog
    let indexes = SecondaryIndex.all(of: catalog)
    var plans = [LayoutPlan?](repeating: nil, count: Int(catalog.layouts.last?.id.rawValue ?? 0) + 1)
    for layout in catalog.layouts {
      plans[Int(layout.id.rawValue)] = Self.plan(layout, catalog, indexes)
    }
    self.indexes = indexes
    self.plans = plans
  }

  /// The plan of a layout of this catalog. O(1).
  package subscript(_ layout: RecordLayout) -> LayoutPlan? {
    let index = Int(layout.id.rawValue)
    return index < plans.count ? plans[index] : nil
  }

  /// The index over exactly these properties that holds all objects of an entity.
  package func index(on properties: [PropertyID], of entity: EntityID) -> Int? {
    indexes.firstIndex { $0.properties == properties && catalog.isKind(entity, of: $0.entity) }
  }

  private static func plan(
    _ layout: RecordLayout,
    _ catalog: Catalog,
    _ indexes: [SecondaryIndex]
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
          orderKey: layout.orderKeyIndex(of: field.property)
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
    return LayoutPlan(links: links, keys: keys, texts: texts)
  }
}
