/// Writes objects as lines of JSON.
package final class ObjectDump {
  /// What comes from where in the lines of one layout; made once for each.
  private struct Plan {
    /// Everything between the id and the first value.
    var head = JSONBytes()
    /// Comma, name and colon; then where the value comes from.
    var values: [(name: [UInt8], source: Source)] = []
    var relationships: [(name: [UInt8], relationship: RelationshipDefinition, field: Int?)] = []
  }

  /// Where the value of an attribute comes from.
  private enum Source {
    case field(Int)
    /// Records of the layout do not have it: the default of the catalog, as JSON.
    case constant([UInt8])
  }

  private let state: IndexState
  /// Whether ids come by rising numbers, so that the walk of relationships goes on where it stands.
  private let isRising: Bool
  private var json = JSONBytes()
  private var plans: [Plan?]
  /// A walk of the index of relationships that keeps step with the ids.
  private var members: LayeredMapCursor<MemberKey, UInt64>
  private var nextMember: MemberKey?
  /// Targets of the present object, by relationship and place.
  private var targets: [(relationship: UInt64, target: UInt64)] = []

  /// - Parameter isRising: Whether the ids that will be given rise: all of them then take one walk of
  /// the index.
  package init(_ state: IndexState, isRising: Bool = true) {
    self.state = state
    self.isRising = isRising
    plans = Array(repeating: nil, count: Int(state.catalog.layouts.last?.id.rawValue ?? 0) + 1)
    members = state.members.cursor()
    nextMember = members.next()?.key
  }

  /// Whether enough was gathered to write it.
  package var isFull: Bool { json.bytes.count >= 256 << 10 }

  /// Lends what was gathered, and forgets it.
  package func take<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    defer { json.bytes.removeAll(keepingCapacity: true) }
    try body(json.bytes)
  }

  /// Adds the line of an object; nothing if there is none with that id.
  package func append(_ id: ObjectID) throws(StoreError) {
    gatherTargets(of: id.rawValue)
    if state.sealing == nil {
      _ = try state.withRecord(id) { record, _ throws(StoreError) in append(id, record) }
    } else {
      _ = try state.withClearRecord(id) { record throws(StoreError) in append(id, record.view) }
    }
  }

  private func gatherTargets(of id: UInt64) {
    targets.removeAll(keepingCapacity: true)
    if !isRising {
      let none = PropertyID(rawValue: 0)
      members = state.members.cursor(from: .start(ObjectID(rawValue: id), none))
      nextMember = members.next()?.key
    }
    while let key = nextMember, key.owner <= id {
      if key.owner == id { targets.append((key.relationship, key.target)) }
      nextMember = members.next()?.key
    }
  }

  private func append(_ id: ObjectID, _ record: RecordView) {
    let plan = plan(for: record.layout)
    json.append(raw: "{\"id\":")
    json.append(id.rawValue)
    json.append(raw: plan.head.bytes)
    for value in plan.values {
      json.append(raw: value.name)
      switch value.source {
      case .field(let field): json.append(field, of: record)
      case .constant(let bytes): json.append(raw: bytes)
      }
    }
    json.append(raw: "},\"relationships\":{")
    for entry in plan.relationships {
      json.append(raw: entry.name)
      if entry.relationship.isToMany {
        appendTargets(of: entry.relationship.id)
      } else if let field = entry.field {
        json.append(field, of: record)
      } else {
        json.append(raw: "null")
      }
    }
    json.append(raw: "}}\n")
  }

  private func appendTargets(of relationship: PropertyID) {
    json.append(raw: "[")
    var isFirst = true
    for entry in targets where entry.relationship == UInt64(relationship.rawValue) {
      if !isFirst { json.append(raw: ",") }
      isFirst = false
      json.append(entry.target)
    }
    json.append(raw: "]")
  }

  private func plan(for layout: RecordLayout) -> Plan {
    let index = Int(layout.id.rawValue)
    if let plan = plans[index] { return plan }
    let catalog = state.catalog
    var plan = Plan()
    plan.head.append(raw: ",\"entity\":")
    plan.head.append(string: catalog.name(of: layout.entity))
    plan.head.append(raw: ",\"values\":{")
    for attribute in catalog.attributes(of: layout.entity) where !attribute.flags.contains(.ephemeral) {
      let name = Self.key(attribute.name, isFirst: plan.values.isEmpty)
      if let field = layout.fieldIndex(of: attribute.id) {
        plan.values.append((name, .field(field)))
      } else {
        var constant = JSONBytes()
        constant.append(attribute.defaultValue)
        plan.values.append((name, .constant(constant.bytes)))
      }
    }
    for relationship in catalog.relationships(of: layout.entity) {
      let name = Self.key(relationship.name, isFirst: plan.relationships.isEmpty)
      plan.relationships.append((name, relationship, layout.fieldIndex(of: relationship.id)))
    }
    plans[index] = plan
    return plan
  }

  private static func key(_ name: String, isFirst: Bool) -> [UInt8] {
    var json = JSONBytes()
    if !isFirst { json.append(raw: ",") }
    json.append(string: name)
    json.append(raw: ":")
    return json.bytes
  }
}
