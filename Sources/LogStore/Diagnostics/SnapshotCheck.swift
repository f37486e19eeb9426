/// Compares the indexes of one version with the records they were made of, both ways, and the records with
/// the catalog. Reads only; works on the newest version of a running store as well.
package final class SnapshotCheck {
  /// What the records say of the indexes, counted: each entry was found in its index, so equal numbers mean
  /// that an index holds nothing else.
  struct Tally {
    var objects: [Int]
    var members = 0
    var referrers = 0
    var texts = 0
    var blobs = 0
    var blobBytes = 0
    var keys: [Int]
  }

  let state: IndexState
  /// Ids from here on were never handed out.
  let idLimit: UInt64
  /// Whether all bytes of blobs are read.
  let isDeep: Bool
  var report: CheckReport
  var tally: Tally

  private init(_ state: IndexState, idLimit: UInt64, isDeep: Bool, report: CheckReport) {
    self.state = state
    self.idLimit = idLimit
    self.isDeep = isDeep
    self.report = report
    tally = Tally(
      objects: Array(repeating: 0, count: state.extents.count),
      keys: Array(repeating: 0, count: state.secondary.count)
    )
  }

  /// Checks a version.
  ///
  /// - Parameters:
  ///   - idLimit: Ids from here on were never handed out; nil where that is not known.
  ///   - isDeep: Whether to read all bytes of blobs, instead of header, footer and size alone. Blobs are looked at
  ///     only where the version says how to read them.
  ///   - report: What was found before.
  /// - Returns: The report with the findings of this check.
  /// - Complexity: O(bytes of live records + entries of the indexes · log n).
  package static func run(
    _ state: IndexState,
    idLimit: UInt64? = nil,
    readingBlobs isDeep: Bool = false,
    into report: CheckReport = CheckReport()
  ) -> CheckReport {
    let check = SnapshotCheck(state, idLimit: idLimit ?? .max, isDeep: isDeep, report: report)
    check.report.sequence = state.sequence
    check.checkCatalog()
    check.checkRecords()
    check.checkTallies()
    check.checkUniqueness()
    check.checkHistory()
    return check.report
  }

  /// Checks the records of all objects and edges, and what relationships say at both ends.
  ///
  /// - Complexity: O(bytes of live records + entries of the indexes · log n).
  static func checkObjects(_ state: IndexState) -> CheckReport {
    let check = SnapshotCheck(state, idLimit: .max, isDeep: false, report: CheckReport())
    state.kinds.forEachRun { start, kinds in
      for (index, kind) in kinds.enumerated() where kind != 0 {
        let id = ObjectID(rawValue: start + UInt64(index))
        if kind == IndexState.edgeKind {
          check.checkEdge(id)
        } else {
          check.checkObject(id, EntityID(rawValue: kind))
        }
      }
      return true
    }
    return check.report
  }

  /// Adds a finding about some objects, with the place of the first one's record.
  func note(_ found: String, _ objects: ObjectID...) {
    var finding = CheckFinding(.corruption, found: found, objects: objects)
    if let first = objects.first {
      let location = Location(word: state.locations[first.rawValue])
      if !location.isNone {
        finding.path = state.segments[location.segment]?.file.path
        finding.offset = location.offset
      }
    }
    report.add(finding)
  }

  /// Adds what kept a record from being read.
  func note(_ error: StoreError) { report.add(CheckFinding(error)) }

  // MARK: Records

  private func checkRecords() {
    var next: UInt64 = 0
    while let first = [state.locations.nextChunk(from: next), state.kinds.nextChunk(from: next)]
      .compactMap(\.self).min()
    {
      next = first + UInt64(RunPage.chunkSize)
      checkRecords(first..<next)
    }
  }

  private func checkRecords(_ ids: Range<UInt64>) {
    for id in ids {
      let object = ObjectID(rawValue: id)
      let kind = state.kinds[id]
      guard (kind == 0) == (state.locations[id] == 0) else {
        note("the index has \(kind == 0 ? "a place but no kind" : "a kind but no place") for it", object)
        continue
      }
      guard kind != 0 else { continue }
      if id == 0 { note("number 0 is in use", object) }
      if id >= idLimit { note("its number was never handed out; the limit is \(idLimit)", object) }
      if kind == IndexState.edgeKind {
        checkEdge(object)
      } else {
        checkObject(object, EntityID(rawValue: kind))
      }
    }
  }

  private func checkObject(_ id: ObjectID, _ entity: EntityID) {
    report.objects += 1
    guard let definition = state.catalog.entity(entity), Int(entity.rawValue) < state.extents.count else {
      return note("entity \(entity.rawValue) is not in the catalog", id)
    }
    if definition.isAbstract { note("an object of the abstract entity \(definition.name)", id) }
    tally.objects[Int(entity.rawValue)] += 1
    if !state.extents[Int(entity.rawValue)].contains(id.rawValue) {
      note("it is not among the objects of \(definition.name)", id)
    }
    do throws(StoreError) {
      _ = try state.withRecord(id) { record, version throws(StoreError) in
        if record.layout.entity != entity {
          let other = state.catalog.name(of: record.layout.entity)
          note("the index says \(definition.name), its record \(other)", id)
        }
        if version > state.sequence {
          note("commit \(version) wrote it, but the newest is \(state.sequence)", id)
        }
        checkFields(of: id, record)
        checkLinks(of: id, record)
      }
    } catch {
      note(error)
    }
  }

  // MARK: Indexes

  /// Each entry that the records ask for was found; a larger index holds something that no record says.
  private func checkTallies() {
    for (number, extent) in state.extents.enumerated() where extent.count != tally.objects[number] {
      let name = state.catalog.name(of: EntityID(rawValue: UInt16(number)))
      note("the index of \(name) has \(extent.count) objects, the records say \(tally.objects[number])")
    }
    if state.members.count != tally.members {
      note("the index of relationships has \(state.members.count) entries, the records say \(tally.members)")
    }
    if state.referrers.count != tally.referrers {
      note("the index of references has \(state.referrers.count) entries, the records say \(tally.referrers)")
    }
    if state.denormalTexts.count != tally.texts {
      note(
        "the index of texts that are not in normal form has \(state.denormalTexts.count) entries, the records"
          + " say \(tally.texts)"
      )
    }
    if state.blobs.count != tally.blobs {
      note("the index of blobs has \(state.blobs.count) entries, the records say \(tally.blobs)")
    }
    if state.blobBytes != tally.blobBytes {
      note("the index counts \(state.blobBytes) bytes of blobs, the records say \(tally.blobBytes)")
    }
    if state.edgeCount != report.edges {
      note("the index counts \(state.edgeCount) edges, the records say \(report.edges)")
    }
    for (number, keys) in state.secondary.enumerated() where keys.count != tally.keys[number] {
      note(
        "the index on \(describe(number)) has \(keys.count) entries, the records say \(tally.keys[number])"
      )
    }
  }

  private func checkUniqueness() {
    for (number, index) in state.plans.indexes.enumerated()
    where index.isUnique && number < state.secondary.count {
      // Long keys with the same hash stand together but need not be in pairs.
      var group: [SecondaryKey] = []
      for (key, _) in state.secondary[number].entries() {
        if let first = group.first, first.hasKey(of: key) {
          checkDifference(of: key, from: group, number)
          group.append(key)
        } else {
          group = [key]
        }
      }
    }
  }

  /// Whether the values behind an entry are other ones than those behind some with the same key.
  private func checkDifference(of entry: SecondaryKey, from others: [SecondaryKey], _ number: Int) {
    guard let key = uniqueKey(of: ObjectID(rawValue: entry.id), number) else { return }
    for other in others where uniqueKey(of: ObjectID(rawValue: other.id), number) == key {
      report.clashes.append((ObjectID(rawValue: other.id), ObjectID(rawValue: entry.id)))
      return note(
        "the same values of \(describe(number)), which are unique",
        ObjectID(rawValue: other.id),
        ObjectID(rawValue: entry.id)
      )
    }
  }

  /// The key bytes of an object; nil if they equal nothing, or there is no such object.
  private func uniqueKey(of id: ObjectID, _ number: Int) -> [UInt8]? {
    let key = try? state.withRecord(id) { record, _ throws(StoreError) -> [UInt8]? in
      let keys = state.plans[record.layout]?.keys
      guard let key = keys?.first(where: { $0.index == number }) else { return nil }
      var encoder = KeyEncoder()
      encoder.encode(key, record)
      return encoder.equalsNothing ? nil : encoder.copy
    }
    return key ?? nil
  }

  /// An index in words.
  func describe(_ number: Int) -> String {
    guard number < state.plans.indexes.count else { return "\(number)" }
    let index = state.plans.indexes[number]
    return state.catalog.name(of: index.entity) + " ("
      + index.properties.map { state.catalog.name(of: $0) }.joined(separator: ", ") + ")"
  }

  private func checkHistory() {
    for (sequence, word) in state.history.entries() {
      let location = Location(word: word)
      let path = state.segments[location.segment]?.file.path
      if sequence > state.sequence {
        report.add(
          CheckFinding(
            .corruption,
            path: path,
            offset: location.offset,
            found: "history of commit \(sequence)"
          )
        )
      }
      do throws(StoreError) {
        let found = try state.withRecord(at: location, of: sequence) {
          header,
          payload throws(StoreError) -> String? in
          guard header.kind == .history else { return "no history where the index says so" }
          do throws(ByteReader.Failure) {
            _ = try HistoryPayload.decode(sequence: sequence, payload)
            return nil
          } catch {
            return "history of commit \(sequence): \(error.reason)"
          }
        }
        guard let found else { continue }
        report.add(CheckFinding(.corruption, path: path, offset: location.offset, found: found))
      } catch {
        note(error)
      }
    }
  }
}
