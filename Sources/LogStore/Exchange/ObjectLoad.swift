/// Puts the objects of a dump into a store that has none, in commits of bounded size.
///
/// Objects come first, with what they refer to perhaps still missing; the lists of to-many relationships wait in a file
/// until all are there (`ObjectLoad+Lists`), and in the end all is compared with the rules of the graph
/// (`ObjectLoad+Checks`). Memory holds one commit, and where objects stand in the dump.
final class ObjectLoad {
  /// Ids of a dump go up to here: behind them there is room for those of edges.
  static let largestID = FormatConstants.idBound - 1 << 32
  /// Bytes of lines that are gathered before they are committed.
  private static let batchBytes = 4 << 20
  /// Objects that are gathered before they are committed.
  private static let batchObjects = 1 << 14

  let store: Store
  let adopted: AdoptedSchema
  /// Lists of to-many relationships that wait.
  let lists: ListFile
  /// Where each object stands.
  private(set) var lines = LineTable()
  /// Objects that were committed.
  private(set) var loaded = 0
  var batch = ObjectLoad.emptyBatch
  private var plans: [String: Plan] = [:]
  private var pending: Set<ObjectID> = []
  private var pendingBytes = 0
  /// Highest id of the batch, those of objects that it refers to included.
  private var highest = ObjectID.none

  private static var emptyBatch: WriteBatch {
    var batch = WriteBatch(author: "storectl load", uniqueness: .fail)
    batch.defersReferences = true
    return batch
  }

  /// What the names in the lines of one entity mean.
  private struct Plan {
    var layout: RecordLayout
    /// Fields by the names of attributes and to-one relationships.
    var attributes: [String: Int] = [:]
    var slots: [String: Int] = [:]
    var lists: [String: RelationshipDefinition] = [:]
    /// Of each field its attribute; nil for those of relationships.
    var definitions: [AttributeDefinition?] = []
  }

  init(into store: Store, _ adopted: AdoptedSchema, lists: ListFile) {
    self.store = store
    self.adopted = adopted
    self.lists = lists
  }

  /// Takes the object of a line.
  ///
  /// - Parameter size: Bytes of the line.
  func add(_ node: JSONNode, line: Int, size: Int) throws {
    do {
      try take(node, line)
    } catch let error as LoadError {
      throw error.inLine(line)
    }
    pendingBytes += size
    if pendingBytes >= Self.batchBytes || pending.count >= Self.batchObjects { try commit() }
  }

  // MARK: Lines

  private func take(_ node: JSONNode, _ line: Int) throws {
    let parts = try node.object("a line").sorted(
      ["id", "entity", "values", "relationships"],
      of: "an object"
    )
    guard let idNode = parts["id"] else { throw LoadError(at: node.offset, "the object has no 'id'") }
    guard let entityNode = parts["entity"] else {
      throw LoadError(at: node.offset, "the object has no 'entity'")
    }
    let id = try idNode.objectID("'id'")
    guard !pending.contains(id), store.snapshot().entity(of: id) == nil else {
      let other = lines[id].map { "; it stands in line \($0) already" } ?? ""
      throw LoadError(at: idNode.offset, "id \(id) occurs twice\(other)")
    }
    let plan = try plan(for: entityNode)
    var nodes = [JSONNode?](repeating: nil, count: plan.layout.fields.count)
    try sort(parts["values"], plan.attributes, "attribute", into: &nodes, entityNode)
    var targets = [ObjectID](repeating: .none, count: nodes.count)
    var stated: [ListFile.Entry] = []
    for member in try parts["relationships"]?.object("'relationships'") ?? [] {
      if let field = plan.slots[member.key] {
        guard nodes[field] == nil else { throw twice(member) }
        nodes[field] = member.value
        if !member.value.isNull { targets[field] = try member.value.objectID("'\(member.key)'") }
      } else if let relationship = plan.lists[member.key] {
        guard !stated.contains(where: { $0.relationship == relationship.id }) else { throw twice(member) }
        let list = try list(member)
        stated.append(.init(owner: id, relationship: relationship.id, line: line, targets: list))
      } else {
        throw unknown(member, "relationship", Array(plan.slots.keys) + plan.lists.keys, entityNode)
      }
    }
    try insert(id, plan, nodes, targets)
    for entry in stated { try lists.append(entry) }
    lines.append(id, line: line)
    pending.insert(id)
    highest = max(highest, id)
  }

  private func sort(
    _ node: JSONNode?,
    _ fields: [String: Int],
    _ what: String,
    into nodes: inout [JSONNode?],
    _ entity: JSONNode
  ) throws(LoadError) {
    guard let node else { return }
    for member in try node.object("'values'") {
      guard let field = fields[member.key] else { throw unknown(member, what, Array(fields.keys), entity) }
      guard nodes[field] == nil else { throw twice(member) }
      nodes[field] = member.value
    }
  }

  private func list(_ member: JSONNode.Member) throws(LoadError) -> [ObjectID] {
    var list: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for node in try member.value.array("'\(member.key)'") {
      let target = try node.objectID("a target of '\(member.key)'")
      guard seen.insert(target).inserted else {
        throw LoadError(at: node.offset, "'\(member.key)' has object \(target) twice")
      }
      list.append(target)
    }
    return list
  }

  private func twice(_ member: JSONNode.Member) -> LoadError {
    LoadError(at: member.offset, "'\(member.key)' occurs twice in one object")
  }

  private func unknown(
    _ member: JSONNode.Member,
    _ what: String,
    _ names: [String],
    _ entity: JSONNode
  ) -> LoadError {
    let name = (try? entity.string("'entity'")) ?? ""
    let near = NearbyNames.of(member.key, among: names)
    let all = near.isEmpty ? "" : "; did you mean \(near.quoted)?"
    return LoadError(at: member.offset, "\(name) has no stored \(what) '\(member.key)'\(all)")
  }

  private func plan(for node: JSONNode) throws(LoadError) -> Plan {
    let name = try node.string("'entity'")
    if let plan = plans[name] { return plan }
    let catalog = adopted.catalog
    guard let layout = adopted.layout(for: name) else {
      let near = NearbyNames.of(name, among: catalog.entities.map(\.name))
      let hint = near.isEmpty ? "" : "; did you mean \(near.quoted)?"
      throw LoadError(at: node.offset, "the schema has no entity '\(name)'\(hint)")
    }
    var plan = Plan(layout: layout)
    for (index, field) in layout.fields.enumerated() {
      plan.definitions.append(field.kind == .orderKey ? nil : catalog.attribute(field.property))
      if let attribute = plan.definitions[index] {
        plan.attributes[attribute.name] = index
      } else if field.kind == .reference {
        plan.slots[catalog.name(of: field.property)] = index
      }
    }
    for relationship in catalog.relationships(of: layout.entity) where relationship.isToMany {
      plan.lists[relationship.name] = relationship
    }
    plans[name] = plan
    return plan
  }

  // MARK: Records

  private func insert(
    _ id: ObjectID,
    _ plan: Plan,
    _ nodes: [JSONNode?],
    _ targets: [ObjectID]
  ) throws {
    var writer = RecordWriter(layout: plan.layout)
    for (index, field) in plan.layout.fields.enumerated() {
      guard let attribute = plan.definitions[index] else {
        let target = targets[index]
        highest = max(highest, target)
        // The places of objects in lists follow when the lists do.
        _ = writer.append(target.isNone ? .null : .reference(target))
        continue
      }
      var value = attribute.defaultValue
      if let node = nodes[index] {
        value = try ValueReader.value(node, as: attribute.kind, "'\(attribute.name)'")
      }
      if field.kind == .external {
        try append(external: value, of: attribute, to: &writer)
      } else if !writer.append(value) {
        throw LoadError(
          at: nodes[index]?.offset ?? 0,
          "'\(attribute.name)' does not fit its kind, \(field.kind)"
        )
      }
    }
    batch.insert(id, layout: plan.layout, payload: writer.finish())
  }

  private func append(
    external value: StoredValue,
    of attribute: AttributeDefinition,
    to writer: inout RecordWriter
  ) throws {
    guard let bytes = value.encoded(as: attribute.kind) else { return writer.appendNull() }
    guard bytes.count >= store.blobThreshold else {
      return bytes.withUnsafeBytes { writer.append(inline: $0) }
    }
    let blob = try bytes.withRawBytes { raw throws(StoreError) in try store.writeBlob(raw) }
    batch.attach(blob)
    writer.append(blob: blob.reference)
  }

  // MARK: Commits

  /// Commits what was gathered.
  func commit() throws {
    guard !batch.isEmpty else { return }
    do throws(StoreError) {
      try store.reserveObjectIDs(upTo: highest)
      try store.commit(batch)
    } catch {
      throw located(error)
    }
    loaded += pending.count
    batch = Self.emptyBatch
    pending.removeAll(keepingCapacity: true)
    pendingBytes = 0
  }

  /// Says in which line the object stands that kept a commit from happening.
  private func located(_ error: StoreError) -> LoadError {
    let object = error.violations.first?.object ?? error.objects.first
    guard let line = object.flatMap({ lines[$0] }) else { return LoadError(error) }
    switch error.code {
    case .validation:
      let more = error.violations.count - 1
      let found = error.violations.first?.description ?? error.found
      return LoadError(
        line: line,
        found: more > 0 ? "\(found) (and \(more) more objects or rules)" : found,
        remedy: LoadError.mendText
      )
    case .uniquenessViolation, .invalidArgument, .limitExceeded, .conflict:
      return LoadError(line: line, found: error.found, remedy: LoadError.mendText)
    default:
      return LoadError(error)
    }
  }
}

extension LoadError {
  /// A failure of the store.
  init(_ error: StoreError) { self.init(found: error.description, remedy: "", cause: error) }

  /// Whatever kept a dump from being loaded.
  init(_ error: any Error) {
    switch error {
    case let error as LoadError: self = error
    case let error as StoreError: self.init(error)
    case let error as StorageIOError: self.init(StoreError(error, tried: "load a dump"))
    default: self.init(found: "\(error)", remedy: "")
    }
  }
}
