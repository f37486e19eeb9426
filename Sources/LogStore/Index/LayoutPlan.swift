/// What the indexes have to know of the records of one layout: which slots refer to other objects, which
/// fields make up the unique keys. Made once for each layout of a catalog.
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

  /// A set of fields that is unique.
  package struct Key: Sendable {
    /// Index in `CatalogPlans.constraints`.
    package var constraint: Int
    package var fields: [Int]
  }

  package var links: [Link]
  package var keys: [Key]
}

/// The plans of all layouts, and the constraints that they number.
package final class CatalogPlans: Sendable {
  /// One set of properties that is unique among an entity and its sub-entities.
  package struct Constraint: Sendable, Hashable {
    package var entity: EntityID
    package var properties: [PropertyID]
  }

  package let catalog: Catalog
  package let constraints: [Constraint]
  private let plans: [LayoutPlan?]

  package init(_ catalog: Catalog) {
    self.catalog = catalog
    let constraints = catalog.entities.flatMap { entity in
      entity.uniqueness.map { Constraint(entity: entity.id, properties: $0) }
    }
    var plans = [LayoutPlan?](repeating: nil, count: Int(catalog.layouts.last?.id.rawValue ?? 0) + 1)
    for layout in catalog.layouts {
      plans[Int(layout.id.rawValue)] = Self.plan(layout, catalog, constraints)
    }
    self.constraints = constraints
    self.plans = plans
  }

  /// The plan of a layout of this catalog. O(1).
  package subscript(_ layout: RecordLayout) -> LayoutPlan? {
    let index = Int(layout.id.rawValue)
    return index < plans.count ? plans[index] : nil
  }

  /// The constraint of exactly these properties that holds for an entity.
  package func constraint(on properties: [PropertyID], of entity: EntityID) -> Int? {
    constraints.firstIndex { $0.properties == properties && catalog.isKind(entity, of: $0.entity) }
  }

  private static func plan(
    _ layout: RecordLayout,
    _ catalog: Catalog,
    _ constraints: [Constraint]
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
    var keys: [LayoutPlan.Key] = []
    for (number, constraint) in constraints.enumerated()
    where catalog.isKind(layout.entity, of: constraint.entity) {
      let fields = constraint.properties.compactMap { layout.fieldIndex(of: $0) }
      if fields.count == constraint.properties.count {
        keys.append(.init(constraint: number, fields: fields))
      }
    }
    return LayoutPlan(links: links, keys: keys)
  }
}
