/// An ordered index over some properties of an entity and those below it: declared (`#Index`), or there
/// because the values are unique. Every object has one entry, whether it has the values or not.
package struct SecondaryIndex: Sendable, Hashable {
  /// The entity whose objects it holds, those of sub-entities included.
  package let entity: EntityID
  /// The properties, the one that decides first in front.
  package let properties: [PropertyID]
  /// Whether no two objects may have the same values. Absent values equal no others.
  package let isUnique: Bool
  /// How the values lie in keys.
  let shapes: [KeyShape]
  /// Whether keys can be too long for an entry, so that some entries hold a prefix only.
  let hasLongKeys: Bool

  /// The indexes of a catalog, in an order that does not change while entities are only added.
  static func all(of catalog: Catalog) -> [SecondaryIndex] {
    catalog.entities.flatMap { entity in
      var found: [SecondaryIndex] = []
      for (sets, isUnique) in [(entity.uniqueness, true), (entity.indexes, false)] {
        for set in sets where !set.isEmpty && !found.contains(where: { $0.properties == set }) {
          found.append(SecondaryIndex(set, of: entity.id, isUnique: isUnique, catalog))
        }
      }
      return found
    }
  }

  private init(_ properties: [PropertyID], of entity: EntityID, isUnique: Bool, _ catalog: Catalog) {
    let kinds = properties.map { catalog.attribute($0)?.kind ?? .reference }
    self.entity = entity
    self.properties = properties
    self.isUnique = isUnique
    shapes = kinds.map { KeyShape($0) }
    var size: Int? = 0
    for kind in kinds { size = size.flatMap { sum in KeyShape.size(of: kind).map { sum + $0 } } }
    hasLongKeys = size.map { $0 > SecondaryKey.shortLimit } ?? true
  }

  /// The properties of some indexes whose values are texts.
  static func texts(of indexes: [SecondaryIndex]) -> Set<PropertyID> {
    Set(indexes.flatMap { index in zip(index.properties, index.shapes).filter { $1 == .text }.map(\.0) })
  }

  /// How the records of a layout give their keys; nil if the index does not hold objects of its entity.
  func key(of layout: RecordLayout, number: Int, _ catalog: Catalog) -> LayoutPlan.Key? {
    guard catalog.isKind(layout.entity, of: entity) else { return nil }
    var fallbacks: [Int: LayoutPlan.Fallback] = [:]
    let parts = properties.enumerated().map { place, property -> LayoutPlan.KeyPart in
      let isLast = place == properties.count - 1
      var part = LayoutPlan.KeyPart(shape: shapes[place], isLast: isLast)
      if let field = layout.fieldIndex(of: property) {
        part.field = field
        part.kind = layout.fields[field].kind
        part.offset = layout.positions[field]
      } else {
        // Written before the attribute was added: such records read as its default.
        var encoder = KeyEncoder()
        encoder.append(catalog.attribute(property)?.defaultValue ?? .null, shapes[place], isLast: isLast)
        fallbacks[place] = .init(bytes: encoder.copy, equalsNothing: encoder.equalsNothing)
      }
      return part
    }
    return LayoutPlan.Key(index: number, parts: parts, fallbacks: fallbacks)
  }
}
