/// A program's schema with the numbers of the store, and the layouts to write its objects with.
public struct AdoptedSchema: Sendable {
  /// The catalog of the store, entities that the program does not know included.
  public let catalog: Catalog
  private let layouts: [String: RecordLayout]

  init(catalog: Catalog, layouts: [String: RecordLayout]) {
    self.catalog = catalog
    self.layouts = layouts
  }

  /// Number of a declared entity.
  public func entity(named name: String) -> EntityID? { layouts[name]?.entity }

  /// The layout to write objects of a declared entity with: its fields come in the order of the class, inherited
  /// properties first.
  public func layout(for name: String) -> RecordLayout? { layouts[name] }

  /// All that a program has by number: the declared entities, their layouts, and the properties in these.
  var numbers: [String: [UInt64]] {
    layouts.mapValues { layout in
      [UInt64(layout.id.rawValue), UInt64(layout.entity.rawValue)]
        + layout.fields.map { UInt64($0.property.rawValue) }
    }
  }
}
