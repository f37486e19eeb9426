extension GraphChange {
  /// Finds out which blobs the commit takes and gives up, and refuses what would leave one with two owners or none.
  ///
  /// A blob belongs to one field of one object. It may move to another object in the commit in which the first one
  /// lets go of it.
  mutating func resolveBlobs(_ attached: [PendingBlob]) throws(StoreError) {
    unusedBlobs = Set(attached.map(\.id))
    guard base.plans.hasExternals else { return }
    let (leaving, previous) = try leavingBlobs()
    let fresh = Dictionary(attached.map { ($0.id, $0.reference) }) { $1 }
    var held: Set<BlobID> = []
    for slot in records.indices {
      guard let record = records[slot], let plan = base.plans[record.layout] else { continue }
      for field in plan.externals where record.record.view.isPresent(field) {
        guard let value = record.record.view.external(field) else {
          throw refusal(
            of: record,
            field,
            "a value that has not the external form",
            "Encode it in that form."
          )
        }
        guard case .blob(let reference) = value else { continue }
        guard held.insert(reference.id).inserted else {
          throw refusal(
            of: record,
            field,
            "blob \(reference.id) is named twice in the commit",
            "Write the value once for each object that has it."
          )
        }
        let isNew = base.blobs[BlobKey(reference.id)] == nil
        if let expected = previous[reference.id] ?? (isNew ? fresh[reference.id] : nil) {
          guard expected == reference else {
            throw refusal(of: record, field, "another length or hash than the blob has", "Name it as it is.")
          }
          continue
        }
        throw strangeBlob(reference.id, record, field)
      }
    }
    unusedBlobs.subtract(held)
    releasedBlobs = leaving.filter { !held.contains($0) }
  }

  /// Blobs that the commit gives up, as those of one commit.
  func released(by sequence: SequenceNumber) -> [BlobStore.Released] {
    releasedBlobs.map { BlobStore.Released(id: $0, sequence: sequence) }
  }

  /// The blobs of the records that go or change, in their order, as those are now.
  private func leavingBlobs() throws(StoreError) -> (order: [BlobID], references: [BlobID: BlobReference]) {
    var order: [BlobID] = []
    var references: [BlobID: BlobReference] = [:]
    func note(_ view: RecordView) {
      for field in base.plans[view.layout]?.externals ?? [] {
        guard let reference = view.blob(field) else { continue }
        order.append(reference.id)
        references[reference.id] = reference
      }
    }
    for slot in records.indices {
      if let stored = records[slot]?.stored { note(stored.record.view) }
    }
    for id in deletedOrder {
      _ = try base.withRecord(id) { view, _ throws(StoreError) in note(view) }
    }
    return (order, references)
  }

  /// The error of a blob that is neither new nor in hand: another object has it, or nobody any more.
  private func strangeBlob(_ blob: BlobID, _ record: PendingRecord, _ field: Int) -> StoreError {
    if let owner = base.blobs[BlobKey(blob)] {
      return refusal(
        of: record,
        field,
        "blob \(blob) belongs to object \(owner)",
        "Write the value anew for each object that has it.",
        also: ObjectID(rawValue: owner)
      )
    }
    var error = refusal(
      of: record,
      field,
      "blob \(blob) is not part of the store: another commit replaced the value, or it was never attached",
      "Read the object anew; attach blobs to the batch that names them."
    )
    error.code = .conflict
    return error
  }

  private func refusal(
    of record: PendingRecord,
    _ field: Int,
    _ found: String,
    _ remedy: String,
    also other: ObjectID? = nil
  ) -> StoreError {
    let layout = record.layout
    let place = BlobPlace(catalog, layout.entity, record.id, layout.fields[field].property)
    return StoreError(
      .invalidArgument,
      tried: "save \(place.description)",
      path: base.path,
      found: found,
      remedy: remedy,
      objects: [record.id] + (other.map { [$0] } ?? [])
    )
  }
}
