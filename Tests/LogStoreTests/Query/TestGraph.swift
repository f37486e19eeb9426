@testable import LogStore

/// A made-up state with three entities: Person, its sub-entity Employee, and Pet.
struct TestGraph: RecordSource {
  static let person = EntityID(rawValue: 1)
  static let employee = EntityID(rawValue: 2)
  static let pet = EntityID(rawValue: 3)
  static let name = PropertyID(rawValue: 1)
  static let age = PropertyID(rawValue: 2)
  static let height = PropertyID(rawValue: 3)
  static let isActive = PropertyID(rawValue: 4)
  static let born = PropertyID(rawValue: 5)
  static let key = PropertyID(rawValue: 6)
  static let small = PropertyID(rawValue: 7)
  static let stock = PropertyID(rawValue: 8)
  static let boss = PropertyID(rawValue: 9)
  static let pets = PropertyID(rawValue: 10)
  static let salary = PropertyID(rawValue: 11)
  static let petName = PropertyID(rawValue: 12)
  static let weight = PropertyID(rawValue: 13)
  static let owner = PropertyID(rawValue: 14)
  static let rank = PropertyID(rawValue: 15)
  static let amount = PropertyID(rawValue: 16)
  static let partner = PropertyID(rawValue: 17)

  struct Object: Sendable {
    var layout: RecordLayout
    var payload: [UInt8]
  }

  let catalog: Catalog
  /// The layout of today and one that lacks `rank`, written before it was added with the default 7.
  let layouts: [EntityID: RecordLayout]
  let oldPersonLayout: RecordLayout
  var objects: [ObjectID: Object] = [:]
  var extents: [EntityID: [ObjectID]] = [:]
  var links: [Overlay.MemberKey: [ObjectID]] = [:]
  private var next: UInt64 = 1

  init() {
    func attribute(
      _ id: PropertyID,
      _ name: String,
      _ kind: ValueKind,
      _ flags: AttributeDefinition.Flags = [],
      _ value: StoredValue = .null
    ) -> AttributeDefinition {
      AttributeDefinition(
        id: id,
        name: name,
        kind: kind,
        typeName: "\(kind)",
        flags: flags,
        defaultValue: value
      )
    }
    let person = EntityDefinition(
      id: Self.person,
      name: "Person",
      attributes: [
        attribute(Self.name, "name", .string), attribute(Self.age, "age", .int64, .optional),
        attribute(Self.height, "height", .double), attribute(Self.isActive, "isActive", .bool),
        attribute(Self.born, "born", .date, .optional), attribute(Self.key, "key", .uuid),
        attribute(Self.small, "small", .int8), attribute(Self.stock, "stock", .uint16),
        attribute(Self.rank, "rank", .int32, [], .int(7)), attribute(Self.amount, "amount", .decimal),
      ],
      relationships: [
        RelationshipDefinition(id: Self.boss, name: "boss", destination: Self.person, flags: .optional),
        RelationshipDefinition(
          id: Self.partner,
          name: "partner",
          destination: Self.person,
          inverse: Self.partner,
          flags: .optional
        ),
        RelationshipDefinition(
          id: Self.pets,
          name: "pets",
          destination: Self.pet,
          inverse: Self.owner,
          flags: [.toMany, .ordered]
        ),
      ],
      uniqueness: [[Self.key]]
    )
    let employee = EntityDefinition(
      id: Self.employee,
      name: "Employee",
      parent: Self.person,
      attributes: [attribute(Self.salary, "salary", .double)]
    )
    let pet = EntityDefinition(
      id: Self.pet,
      name: "Pet",
      attributes: [attribute(Self.petName, "name", .string), attribute(Self.weight, "weight", .int64)],
      relationships: [
        RelationshipDefinition(
          id: Self.owner,
          name: "owner",
          destination: Self.person,
          inverse: Self.pets,
          flags: .optional
        )
      ]
    )
    let fields: [RecordLayout.Field] = [
      .init(property: Self.name, kind: .string), .init(property: Self.age, kind: .int64),
      .init(property: Self.height, kind: .double), .init(property: Self.isActive, kind: .bool),
      .init(property: Self.born, kind: .date), .init(property: Self.key, kind: .uuid),
      .init(property: Self.small, kind: .int8), .init(property: Self.stock, kind: .uint16),
      .init(property: Self.boss, kind: .reference), .init(property: Self.amount, kind: .decimal),
      .init(property: Self.partner, kind: .reference),
    ]
    let rank = [RecordLayout.Field(property: Self.rank, kind: .int32)]
    oldPersonLayout = RecordLayout(id: LayoutID(rawValue: 1), entity: Self.person, fields: fields)
    let layouts = [
      RecordLayout(id: LayoutID(rawValue: 2), entity: Self.person, fields: rank + fields),
      RecordLayout(
        id: LayoutID(rawValue: 3),
        entity: Self.employee,
        fields: fields + rank + [.init(property: Self.salary, kind: .double)]
      ),
      RecordLayout(
        id: LayoutID(rawValue: 4),
        entity: Self.pet,
        fields: [
          .init(property: Self.petName, kind: .string), .init(property: Self.weight, kind: .int64),
          .init(property: Self.owner, kind: .reference),
        ]
      ),
    ]
    self.layouts = Dictionary(uniqueKeysWithValues: layouts.map { ($0.entity, $0) })
    catalog = Catalog(
      entities: [person, employee, pet],
      layouts: [oldPersonLayout] + layouts,
      nextProperty: 20
    )
  }

  /// Encodes an object in today's layout of its entity or another one.
  func encode(
    _ entity: EntityID,
    _ values: [PropertyID: StoredValue],
    layout: RecordLayout? = nil
  ) -> Object {
    guard let layout = layout ?? layouts[entity] else { return Object(layout: oldPersonLayout, payload: []) }
    var writer = RecordWriter(layout: layout)
    for field in layout.fields { _ = writer.append(values[field.property] ?? .null) }
    return Object(layout: layout, payload: Array(writer.finish()))
  }

  /// Adds an object.
  @discardableResult
  mutating func add(
    _ entity: EntityID,
    _ values: [PropertyID: StoredValue],
    layout: RecordLayout? = nil
  ) -> ObjectID {
    let id = ObjectID(rawValue: next)
    next += 1
    objects[id] = encode(entity, values, layout: layout)
    extents[entity, default: []].append(id)
    if entity == Self.pet, case .reference(let owner)? = values[Self.owner] {
      links[Overlay.MemberKey(owner: owner, relationship: Self.pets), default: []].append(id)
    }
    return id
  }

  func entity(of id: ObjectID) -> EntityID? { objects[id]?.layout.entity }

  func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    guard let object = objects[id] else { return nil }
    return try Overlay.Record(layout: object.layout, payload: object.payload).lend {
      (view) throws(StoreError) in try body(view, 1)
    }
  }

  func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    links[Overlay.MemberKey(owner: owner, relationship: relationship)] ?? []
  }

  func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int {
    members(of: owner, relationship).count
  }

  func referrers(of target: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    objects.keys.sorted().filter { id in
      guard let object = objects[id], let field = object.layout.fieldIndex(of: relationship) else {
        return false
      }
      return object.payload.withUnsafeBytes {
        RecordView(trusted: $0, layout: object.layout).reference(field) == target
      }
    }
  }

  func count(of entity: EntityID) -> Int { extents[entity]?.count ?? 0 }

  func forEachObject(
    of entity: EntityID,
    after: ObjectID,
    _ body: (ObjectID) throws(StoreError) -> Bool
  ) throws(StoreError) {
    for id in extents[entity] ?? [] where id > after {
      guard try body(id) else { return }
    }
  }

  var plans: CatalogPlans { CatalogPlans(catalog) }

  func entries(ofIndex number: Int) -> LayeredMap<SecondaryKey, Void> {
    let plans = plans
    var encoder = KeyEncoder()
    var map = LayeredMap<SecondaryKey, Void>()
    for (id, object) in objects {
      guard let key = plans[object.layout]?.keys.first(where: { $0.index == number }) else { continue }
      object.payload.withUnsafeBytes {
        encoder.encode(key, RecordView(trusted: $0, layout: object.layout))
      }
      map.insert(encoder.key(id.rawValue))
    }
    return map
  }

  func denormalTexts(of property: PropertyID) -> [ObjectID] {
    objects.keys.sorted().filter { id in
      guard let object = objects[id], let field = object.layout.fieldIndex(of: property) else { return false }
      return object.payload.withUnsafeBytes {
        !NormalText.isNormal(RecordView(trusted: $0, layout: object.layout).bytes(field))
      }
    }
  }
}
