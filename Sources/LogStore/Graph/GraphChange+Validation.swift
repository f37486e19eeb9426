extension GraphChange {
  /// Checks what the batch leads to: required values, references, counts. All violations are gathered in one
  /// error.
  mutating func validate() throws(StoreError) {
    var targets = CheckedTargets()
    for slot in records.indices {
      guard let record = records[slot], deleted.isEmpty || !deleted.contains(record.id),
        !isFine(record, &targets)
      else { continue }
      check(record, base.plans.rules(of: record.layout.entity))
    }
    try checkCounts()
    guard violations.isEmpty else {
      let objects = violations.map(\.object)
      throw StoreError(
        .validation,
        tried: "save",
        path: base.path,
        found: violations.count == 1 ? "a rule is broken:" : "\(violations.count) rules are broken:",
        remedy: "Nothing was written. Set the values named, or delete the objects, and save again.",
        objects: objects,
        violations: violations
      )
    }
  }

  /// Objects of which it is known that they will exist, and how they can be referred to.
  private struct CheckedTargets {
    private var table = IDTable()

    /// Whether an object was found good for an entity at the other end of a relationship.
    func contains(_ id: ObjectID, _ destination: EntityID) -> Bool { table[id] == Int(destination.rawValue) }

    mutating func insert(_ id: ObjectID, _ destination: EntityID) {
      table.set(id, to: Int(destination.rawValue))
    }
  }

  /// Whether an object needs no closer look: all that is required is there, and what its slots refer to
  /// newly exists and is of the right entity.
  private func isFine(_ record: PendingRecord, _ targets: inout CheckedTargets) -> Bool {
    guard let plan = base.plans[record.layout], !plan.isAbstract,
      record.record.view.hasValues(plan.required)
    else { return false }
    for link in plan.links {
      let target = record.target(link.field)
      guard !target.isNone, target != record.storedTarget(link) else { continue }
      guard let destination = link.destination else { return false }
      if targets.contains(target, destination) { continue }
      guard exists(target), let kind = entity(of: target),
        kind == destination || catalog.isKind(kind, of: destination)
      else {
        if defersReferences, !exists(target) { continue }
        return false
      }
      targets.insert(target, destination)
    }
    return true
  }

  private mutating func check(_ record: PendingRecord, _ rules: EntityRules) {
    if rules.isAbstract, record.isInsertion {
      violate(
        record.id,
        rules,
        "",
        .abstractEntity,
        "the entity is abstract: only its subclasses have objects"
      )
    }
    for property in rules.required {
      guard let field = record.layout.fieldIndex(of: property.id) else { continue }
      guard !record.record.view.isPresent(field) else { continue }
      let key = Overlay.MemberKey(owner: record.id, relationship: property.id)
      let before = cleared[key] ?? record.storedTarget(property.id)
      if property.isRelationship, deleted.contains(before) {
        let other = base.entity(of: before).map { catalog.name(of: $0) } ?? "object"
        violations.append(
          .init(
            entity: rules.name,
            object: record.id,
            property: property.name,
            rule: .requiredValue,
            found: """
              would lose its required object \(other)/\(before), which is deleted; delete this one too \
              (deleteRule: .cascade) or make the property optional
              """,
            relatedEntity: other,
            related: before
          )
        )
      } else {
        let what = property.isRelationship ? "the object at the other end" : "a value"
        violate(record.id, rules, property.name, .requiredValue, "requires \(what) and has none")
      }
    }
    guard let plan = base.plans[record.layout] else { return }
    for link in plan.links {
      let target = record.target(link.field)
      guard !target.isNone, target != record.storedTarget(link.relationship) else { continue }
      let name = catalog.name(of: link.relationship)
      guard exists(target), let kind = entity(of: target) else {
        guard !defersReferences else { continue }
        violate(
          record.id,
          rules,
          name,
          .danglingReference,
          "refers to object \(target), which does not exist"
        )
        continue
      }
      if let destination = rules.destinations[link.relationship], !catalog.isKind(kind, of: destination) {
        violate(
          record.id,
          rules,
          name,
          .danglingReference,
          "refers to a \(catalog.name(of: kind)), not a \(catalog.name(of: destination))"
        )
      }
    }
  }

  private mutating func violate(
    _ id: ObjectID,
    _ rules: EntityRules,
    _ property: String,
    _ rule: StoreError.Violation.Rule,
    _ found: String
  ) {
    violations.append(.init(entity: rules.name, object: id, property: property, rule: rule, found: found))
  }

  /// Numbers of targets, for the objects in hand and the owners whose memberships change.
  private mutating func checkCounts() throws(StoreError) {
    let counted = base.plans.counted
    guard !counted.isEmpty, !defersReferences else { return }
    var owners = records.indices.compactMap { records[$0]?.id }
    owners += listOrder.map(\.owner) + moves.gainedKeys.map(\.owner) + moves.lostKeys.map(\.owner)
    for id in deletedOrder { owners += try ownersLeft(by: id, in: counted) }
    var seen: Set<ObjectID> = []
    for owner in owners where exists(owner) && seen.insert(owner).inserted {
      guard let entity = entity(of: owner) else { continue }
      let rules = base.plans.rules(of: entity)
      for relationship in rules.counted {
        let count = try targets(of: owner, relationship, moves).filter { exists($0) }.count
        guard let (rule, found) = relationship.problem(ofCount: count) else { continue }
        violate(owner, rules, relationship.name, rule, found)
      }
    }
  }

  /// Objects that have a deleted one in some of their relationships.
  private func ownersLeft(by id: ObjectID, in counted: Set<PropertyID>) throws(StoreError) -> [ObjectID] {
    guard let entity = base.entity(of: id) else { return [] }
    var owners: [ObjectID] = []
    for relationship in base.plans.rules(of: entity).relationships {
      guard let inverse = relationship.inverse, counted.contains(inverse) else { continue }
      owners += try targets(of: id, relationship, moves)
    }
    base.forEachReferrer(of: id) { key, _ in
      let relationship = PropertyID(rawValue: UInt32(truncatingIfNeeded: key.relationship))
      if counted.contains(relationship) { owners.append(ObjectID(rawValue: key.owner)) }
    }
    return owners
  }
}

extension RelationshipDefinition {
  /// What is wrong with a number of targets; nil if nothing is.
  func problem(ofCount count: Int) -> (rule: StoreError.Violation.Rule, found: String)? {
    if count < Int(minimumCount), count > 0 || !isOptional {
      return (.minimumCount, "has \(count) objects; at least \(minimumCount) are required")
    }
    if maximumCount > 0, count > Int(maximumCount) {
      return (.maximumCount, "has \(count) objects; at most \(maximumCount) are allowed")
    }
    return nil
  }
}
