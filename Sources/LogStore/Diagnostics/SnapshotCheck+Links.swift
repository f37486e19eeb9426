extension SnapshotCheck {
  /// Whether each value has the form of its kind, and its kind the attribute's.
  func checkFields(of id: ObjectID, _ record: RecordView) {
    if state.catalog.sealedLayout(of: record.layout) != nil {
      note("its values are in clear, where this store seals them", id)
    }
    for (index, field) in record.layout.fields.enumerated() {
      if let attribute = state.catalog.attribute(field.property), attribute.kind != field.kind,
        field.kind != .sealed || !attribute.flags.contains(.sealed),
        field.kind != .external || !attribute.isExternal
      {
        note("\(attribute.name) lies there as \(field.kind), the catalog says \(attribute.kind)", id)
      }
      guard record.isPresent(index), let problem = Self.problem(of: index, field.kind, record) else {
        continue
      }
      note("\(state.catalog.name(of: field.property)): \(problem)", id)
    }
  }

  private static func problem(of field: Int, _ kind: ValueKind, _ record: RecordView) -> String? {
    switch kind {
    case .bool: return record.load(field, as: UInt8.self) <= 1 ? nil : "neither true nor false"
    case .reference: return record.reference(field).isNone ? "a reference to object 0" : nil
    case .string, .url:
      return String(validating: record.bytes(field), as: UTF8.self) == nil ? "text that is not UTF-8" : nil
    case .structured, .opaque:
      do throws(ByteReader.Failure) {
        _ = try StructuredValue(decoding: record.bytes(field))
        return nil
      } catch {
        return "a structured value with \(error.reason) at byte \(error.offset)"
      }
    case .sealed:
      return SealedForm.isSound(record.bytes(field)) ? nil : "a value that has not the form of a sealed one"
    case .external:
      return record.external(field) == nil ? "a value that has not the form of an external one" : nil
    default: return nil
    }
  }

  /// Whether the indexes hold what the slots of a record say.
  func checkLinks(of id: ObjectID, _ record: RecordView) {
    guard let plan = state.plans[record.layout] else { return }
    for link in plan.links where record.isPresent(link.field) {
      let target = record.reference(link.field)
      guard let relationship = state.catalog.relationship(link.relationship) else { continue }
      checkTarget(target, of: relationship, owner: id)
      switch link.kind {
      case .member(let inverse):
        expectMember(IndexEdits.memberKey(link, inverse, id, record), edge: 0)
      case .referrer:
        expectReferrer(ReferrerKey(target: target, relationship: link.relationship, owner: id), edge: 0)
      case .none: checkMirror(of: relationship, owner: id, target)
      }
    }
    checkBlobs(of: id, record, plan)
    for text in plan.texts
    where record.isPresent(text.field) && !NormalText.isNormal(record.bytes(text.field)) {
      tally.texts += 1
      if !state.denormalTexts.contains(TextKey(property: text.property, object: id)) {
        note("\(state.catalog.name(of: text.property)) is not in normal form, which no index says", id)
      }
    }
    var encoder = KeyEncoder()
    for key in plan.keys where key.index < state.secondary.count {
      encoder.encode(key, record)
      tally.keys[key.index] += 1
      if !state.secondary[key.index].contains(encoder.key(id.rawValue)) {
        note("it is missing in the index on \(describe(key.index))", id)
      }
    }
  }

  /// Whether an edge is one, and the indexes hold what it says.
  func checkEdge(_ id: ObjectID) {
    report.edges += 1
    let edge: EdgePayload
    do throws(StoreError) {
      guard let found = try state.edge(id) else { return }
      edge = found
    } catch {
      return note(error)
    }
    guard let relationship = state.catalog.relationship(edge.relationship), relationship.isToMany,
      case .edges = state.catalog.storage(of: relationship)
    else { return note("an edge of relationship \(edge.relationship.rawValue), which is kept otherwise", id) }
    if let owner = state.entity(of: edge.owner) {
      if let holder = state.catalog.owner(of: edge.relationship), !state.catalog.isKind(owner, of: holder) {
        note(
          "an edge of \(relationship.name) whose owner is a \(state.catalog.name(of: owner))",
          id,
          edge.owner
        )
      }
    } else {
      note("an edge of \(relationship.name) whose owner \(edge.owner) does not exist", id)
    }
    checkTarget(edge.target, of: relationship, owner: edge.owner)
    let key = MemberKey(
      owner: edge.owner,
      relationship: edge.relationship,
      place: edge.ownerKey,
      target: edge.target
    )
    expectMember(key, edge: id.rawValue)
    guard let inverse = relationship.inverse else {
      return expectReferrer(
        ReferrerKey(target: edge.target, relationship: edge.relationship, owner: edge.owner),
        edge: id.rawValue
      )
    }
    guard inverse != edge.relationship || edge.owner != edge.target else { return }
    expectMember(
      MemberKey(owner: edge.target, relationship: inverse, place: edge.targetKey, target: edge.owner),
      edge: id.rawValue
    )
  }

  /// Whether a target exists, or may be missing, and is of the right entity.
  private func checkTarget(_ target: ObjectID, of relationship: RelationshipDefinition, owner: ObjectID) {
    guard let entity = state.entity(of: target) else {
      let inverse = relationship.inverse.flatMap { state.catalog.relationship($0) }
      guard relationship.deleteRule == .noAction || inverse?.deleteRule == .noAction else {
        return note("\(relationship.name) refers to object \(target), which does not exist", owner)
      }
      report.danglingReferences += 1
      return
    }
    guard !state.catalog.isKind(entity, of: relationship.destination) else { return }
    note(
      "\(relationship.name) refers to object \(target), a \(state.catalog.name(of: entity)) and no"
        + " \(state.catalog.name(of: relationship.destination))",
      owner
    )
  }

  /// Whether the other end of a one-to-one relationship leads back.
  private func checkMirror(
    of relationship: RelationshipDefinition,
    owner: ObjectID,
    _ target: ObjectID
  ) {
    guard let inverse = relationship.inverse, state.entity(of: target) != nil else { return }
    do throws(StoreError) {
      let back = try state.withRecord(target) { record, _ throws(StoreError) -> ObjectID in
        guard let field = record.layout.fieldIndex(of: inverse), record.isPresent(field) else { return .none }
        return record.reference(field)
      }
      guard back != owner else { return }
      note("\(relationship.name) refers to object \(target), which does not lead back", owner)
    } catch {
      note(error)
    }
  }

  private func expectMember(_ key: MemberKey, edge: UInt64) {
    tally.members += 1
    guard state.members[key] != edge else { return }
    let name = state.catalog.name(of: PropertyID(rawValue: UInt32(truncatingIfNeeded: key.relationship)))
    note("relationship \(name) of object \(key.owner) does not list it", ObjectID(rawValue: key.target))
  }

  private func expectReferrer(_ key: ReferrerKey, edge: UInt64) {
    tally.referrers += 1
    guard state.referrers[key] != edge else { return }
    note("the reference to object \(key.target) is not in the index", ObjectID(rawValue: key.owner))
  }
}
