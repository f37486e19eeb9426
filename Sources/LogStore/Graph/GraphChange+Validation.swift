extension GraphChange {
  /// Checks what the batch leads to: required values, references, counts. All violations are gathered in one
  /// error.
  mutating func validate() throws(StoreError) {
    var plans: [EntityID: Rules] = [:]
    for id in order where !deleted.contains(id) {
      guard let record = records[id] else { continue }
      let entity = record.layout.entity
      let rules = plans[entity] ?? Rules(entity, catalog)
      plans[entity] = rules
      check(record, rules)
    }
    try checkCounts(plans)
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

  /// What an entity asks of its objects.
  private struct Rules {
    var name: String
    var isAbstract: Bool
    var required: [(id: PropertyID, name: String, isRelationship: Bool)]
    var counted: [RelationshipDefinition]
    var destinations: [PropertyID: EntityID]

    init(_ entity: EntityID, _ catalog: Catalog) {
      name = catalog.name(of: entity)
      isAbstract = catalog.entity(entity)?.isAbstract ?? false
      required = catalog.attributes(of: entity)
        .filter { !$0.isOptional && !$0.flags.contains(.ephemeral) }.map { ($0.id, $0.name, false) }
      let relationships = catalog.relationships(of: entity)
      required += relationships.filter { !$0.isToMany && !$0.isOptional }.map { ($0.id, $0.name, true) }
      counted = relationships.filter { $0.isToMany && ($0.minimumCount > 0 || $0.maximumCount > 0) }
      destinations = Dictionary(
        relationships.filter { !$0.isToMany }.map { ($0.id, $0.destination) }
      ) { $1 }
    }
  }

  private mutating func check(_ record: PendingRecord, _ rules: Rules) {
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
      guard record.withView({ !$0.isPresent(field) }) else { continue }
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
    _ rules: Rules,
    _ property: String,
    _ rule: StoreError.Violation.Rule,
    _ found: String
  ) {
    violations.append(.init(entity: rules.name, object: id, property: property, rule: rule, found: found))
  }

  /// Numbers of targets, for the objects in hand and the owners whose memberships change.
  private mutating func checkCounts(_ known: [EntityID: Rules]) throws(StoreError) {
    guard
      catalog.entities.contains(where: { $0.relationships.contains { $0.minimumCount + $0.maximumCount > 0 } }
      )
    else { return }
    let moves = SlotMoves(self)
    var owners = order
    owners += listOrder.map(\.owner) + moves.gainedOrder.map(\.owner)
    owners += moves.lost.keys.map(\.owner).sorted()
    var seen: Set<ObjectID> = []
    for owner in owners where exists(owner) && seen.insert(owner).inserted {
      guard let entity = entity(of: owner) else { continue }
      let rules = known[entity] ?? Rules(entity, catalog)
      for relationship in rules.counted {
        let count = try targets(of: owner, relationship, moves).filter { exists($0) }.count
        if count < Int(relationship.minimumCount), count > 0 || !relationship.isOptional {
          violate(
            owner,
            rules,
            relationship.name,
            .minimumCount,
            "has \(count) objects; at least \(relationship.minimumCount) are required"
          )
        }
        if relationship.maximumCount > 0, count > Int(relationship.maximumCount) {
          violate(
            owner,
            rules,
            relationship.name,
            .maximumCount,
            "has \(count) objects; at most \(relationship.maximumCount) are allowed"
          )
        }
      }
    }
  }
}
