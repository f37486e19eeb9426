extension GraphChange {
  /// A key of a unique index that an object has.
  private struct Claim: Hashable {
    var index: Int
    var key: [UInt8]
  }

  /// Finds values that would occur twice in the state that the batch leads to. An insertion that collides
  /// becomes an update of the object that was there first, or is refused, as the policy says; an update that
  /// collides is refused.
  mutating func resolveUniqueness(_ policy: UniquenessPolicy) throws(StoreError) {
    guard base.plans.indexes.contains(where: \.isUnique) else { return }
    var claims: [Claim: ObjectID] = [:]
    let named = records.indices
    for slot in named {
      guard let record = records[slot], !record.isInsertion else { continue }
      for (index, key) in keys(of: record) {
        if let other = try holder(of: key, index, claims), other != record.id {
          throw collision(record, other, index)
        }
        claims[Claim(index: index, key: key)] = record.id
      }
    }
    for slot in named {
      forwardSlots(at: slot)
      guard let record = records[slot], record.isInsertion else { continue }
      var survivor: ObjectID?
      let keys = keys(of: record)
      for (index, key) in keys {
        guard let other = try holder(of: key, index, claims) else { continue }
        guard policy == .upsert, survivor == nil || survivor == other else {
          throw collision(record, other, index, and: survivor)
        }
        guard entity(of: other) == record.layout.entity else { throw collision(record, other, index) }
        survivor = other
      }
      if let survivor {
        for (index, key) in try upsert(record, into: survivor) {
          if let other = try holder(of: key, index, claims), other != survivor {
            throw collision(record, other, index, and: survivor)
          }
          claims[Claim(index: index, key: key)] = survivor
        }
      } else {
        for (index, key) in keys { claims[Claim(index: index, key: key)] = record.id }
      }
    }
  }

  private func keys(of record: PendingRecord) -> [(Int, [UInt8])] {
    guard let plan = base.plans[record.layout], !plan.keys.isEmpty else { return [] }
    var encoder = KeyEncoder()
    var found: [(Int, [UInt8])] = []
    for key in plan.keys where base.plans.indexes[key.index].isUnique {
      encoder.encode(key, record.record.view)
      if !encoder.equalsNothing { found.append((key.index, encoder.copy)) }
    }
    return found
  }

  /// The object that has a key: one that the batch gave it to, or a committed one that keeps it.
  private func holder(
    of key: [UInt8],
    _ index: Int,
    _ claims: [Claim: ObjectID]
  ) throws(StoreError) -> ObjectID? {
    // An upsert may have given the object another key since.
    if let claimed = claims[Claim(index: index, key: key)], let record = records[claimed],
      keys(of: record).contains(where: { $0.0 == index && $0.1 == key })
    {
      return claimed
    }
    var encoder = KeyEncoder()
    key.withUnsafeBytes { encoder.append(raw: $0) }
    guard let other = try base.object(withKey: encoder, index: index), !deleted.contains(other) else {
      return nil
    }
    guard let record = records[other] else { return other }
    return keys(of: record).contains { $0.0 == index && $0.1 == key } ? other : nil
  }

  /// Gives the values of an insertion to an object that exists: what was assigned replaces, all else is kept.
  ///
  /// - Returns: The keys that the object has then.
  private mutating func upsert(
    _ incoming: PendingRecord,
    into survivor: ObjectID
  ) throws(StoreError) -> [(Int, [UInt8])] {
    forwarded[incoming.id] = survivor
    records.remove(incoming.id)
    if let slot = try hold(survivor), var record = records[slot] {
      let assigned = records.changed(incoming)
      record.record = PendingRecord.merge(
        incoming.record.view,
        over: record.record.view,
        into: records.arena
      ) { field, _ in field.kind != .orderKey && assigned?.contains(field.property) ?? true }
      let before = records.changed(record)
      record.changed = records.number(of: before.flatMap { old in assigned.map { old.union($0) } })
      record.isNamed = true
      records.set(record, at: slot)
    }
    clearStalePlaces(of: survivor)
    try releasePartners(of: survivor)
    try takeOverLists(of: incoming, into: survivor)
    return records[survivor].map { keys(of: $0) } ?? []
  }

  /// A place among the targets of an inverse is only good for the owner it was assigned under.
  private mutating func clearStalePlaces(of id: ObjectID) {
    guard let record = records[id], let links = base.plans[record.layout]?.links else { return }
    for link in links {
      guard let key = link.orderKey, record.target(link.field) != record.storedTarget(link.relationship)
      else {
        continue
      }
      record.record.setWord(nil, field: key)
    }
  }

  private func collision(
    _ record: PendingRecord,
    _ other: ObjectID,
    _ index: Int,
    and second: ObjectID? = nil
  ) -> StoreError {
    let names = base.plans.indexes[index].properties.map { catalog.name(of: $0) }
    let entity = catalog.name(of: record.layout.entity)
    var found = "\(entity) \(record.id) has the same \(names.joined(separator: ", ")) as object \(other)"
    if let kind = self.entity(of: other), kind != record.layout.entity {
      found += ", a \(catalog.name(of: kind))"
    }
    if let second { found += " and collides with object \(second) as well" }
    return StoreError(
      .uniquenessViolation,
      tried: "save \(entity) \(record.id)",
      path: base.path,
      found: found,
      remedy: "Change the value, or change the object that has it already.",
      objects: [record.id, other] + (second.map { [$0] } ?? []),
      violations: names.map { name in
        .init(
          entity: entity,
          object: record.id,
          property: name,
          rule: .uniqueValue,
          found: "the value of \(name) belongs to object \(other)",
          relatedEntity: self.entity(of: other).map { catalog.name(of: $0) },
          related: other
        )
      }
    )
  }
}
