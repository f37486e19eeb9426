/// All in-memory indexes of one version of the store. A value: copying it is O(1), and changing a copy leaves
/// the original alone (every part is copy-on-write).
package struct IndexState: Sendable {
  /// Marks an id of an EDGE record in `kinds`; entity numbers stay below it.
  package static let edgeKind: UInt16 = 0xFFFF

  /// Opens and seals values; nil where nobody asked for it: recovery and checks leave sealed values alone.
  package var sealing: Sealing?
  /// Number of the newest commit in it.
  package var sequence: SequenceNumber = 0
  package var plans: CatalogPlans
  package var segments: SegmentTable
  /// Seed of the record hashes.
  package let hashSeed: UInt64
  /// Directory of the store, for messages.
  package let path: String
  /// id → where its record lies.
  package var locations: LayeredArray<UInt64>
  /// id → its entity, `edgeKind`, or 0 for nothing.
  package var kinds: LayeredArray<UInt16>
  /// The objects of exactly each entity, by the number of the entity.
  package var extents: [LayeredMap<UInt64, Void>]
  /// Targets of to-many relationships; the value is the id of the EDGE record, 0 for derived ones.
  package var members: LayeredMap<MemberKey, UInt64>
  /// One-way references; the value is the id of the EDGE record, 0 for slots.
  package var referrers: LayeredMap<ReferrerKey, UInt64>
  /// Ordered indexes, by their number in `CatalogPlans.indexes`.
  package var secondary: [LayeredMap<SecondaryKey, Void>]
  /// After which commit each of them was made: one that was given up and declared again is another one.
  private(set) var secondaryOrigins: [SequenceNumber]
  /// Objects whose text of an indexed property is not in normal form: between such texts Swift's order is not
  /// always that of the keys.
  package var denormalTexts: LayeredMap<TextKey, Void>
  /// External blobs; the value is the object whose record names the blob.
  package var blobs: LayeredMap<BlobKey, UInt64>
  /// Bytes of the values in them.
  package var blobBytes = 0
  /// Reads them; nil where nobody asked for it.
  package var blobFiles: BlobFiles?
  /// Where the catalog's records lie: the schema and each layout.
  package var catalogLocations: [UInt64]
  /// HISTORY records by sequence number.
  package var history: LayeredMap<UInt64, UInt64>
  /// Number of EDGE records.
  package var edgeCount = 0
  /// The checkpoint that the indexes lie over; nil if they are all in memory.
  package internal(set) var checkpoint: CheckpointImage?
  /// Bytes of records that a compaction would keep, apart from history.
  package var liveBytes = 0
  /// Bytes of the records of `history`, as far as their locations say.
  package internal(set) var historyBytes = 0

  /// Indexes without entries, or those of a checkpoint.
  ///
  /// Each part is set once: to replace one asks the runtime for its type, and with five kinds of keys that was a tenth
  /// of an opening.
  package init(
    catalog: Catalog,
    hashSeed: UInt64,
    path: String,
    segments: SegmentTable = SegmentTable(),
    checkpoint image: CheckpointImage? = nil
  ) {
    let plans = CatalogPlans(catalog)
    self.plans = plans
    self.hashSeed = hashSeed
    self.path = path
    self.segments = segments
    checkpoint = image
    catalogLocations = image?.state.catalog ?? []
    locations = LayeredArray(base: image?.array(.locations))
    kinds = LayeredArray(base: image?.array(.kinds))
    extents = (0...UInt32(catalog.entities.last?.id.rawValue ?? 0)).map {
      LayeredMap(base: image?.run(.extent, $0))
    }
    members = LayeredMap(base: image?.run(.members))
    referrers = LayeredMap(base: image?.run(.referrers))
    secondary = plans.indexes.indices.map { LayeredMap(base: image?.run(.secondary, UInt32($0))) }
    secondaryOrigins = plans.indexes.map { _ in 0 }
    history = LayeredMap(base: image?.run(.history))
    denormalTexts = LayeredMap(base: image?.run(.texts))
    blobs = LayeredMap(base: image?.run(.blobs))
  }

  /// The catalog of this version.
  package var catalog: Catalog { plans.catalog }

  /// Takes another catalog into use. Numbers of entities only grow; indexes that both catalogs have keep their
  /// entries, new ones begin empty.
  ///
  /// - Returns: Numbers of the indexes that lack the objects of entities that were there before.
  @discardableResult
  package mutating func adopt(_ catalog: Catalog) -> Set<Int> {
    let before = plans.indexes
    plans = CatalogPlans(catalog)
    let highest = Int(catalog.entities.last?.id.rawValue ?? 0)
    while extents.count <= highest { extents.append(LayeredMap()) }
    guard plans.indexes != before || secondary.count != before.count else { return [] }
    var missing: Set<Int> = []
    let (present, origins) = (secondary, secondaryOrigins)
    secondaryOrigins = []
    secondary = plans.indexes.enumerated().map { number, index in
      if let old = before.firstIndex(of: index), old < present.count {
        secondaryOrigins.append(origins[old])
        return present[old]
      }
      secondaryOrigins.append(sequence)
      missing.insert(number)
      return LayeredMap()
    }
    for property in SecondaryIndex.texts(of: before).subtracting(SecondaryIndex.texts(of: plans.indexes)) {
      for (key, _) in denormalTexts.entries(from: .start(property), to: .end(property)) {
        denormalTexts.remove(key)
      }
    }
    return missing
  }

  /// The entity of an object; nil if there is none with that id.
  package func entity(of id: ObjectID) -> EntityID? {
    let kind = kinds[id.rawValue]
    return kind == 0 || kind == Self.edgeKind ? nil : EntityID(rawValue: kind)
  }

  /// Where an object's record lies now, and of which entity it is. The other indexes follow by `IndexEdits`.
  @inline(__always)
  package mutating func place(_ id: ObjectID, _ entity: EntityID, at location: Location) {
    locations[id.rawValue] = location.word
    if kinds[id.rawValue] != entity.rawValue { kinds[id.rawValue] = entity.rawValue }
  }

  /// Where an edge lies now.
  package mutating func placeEdge(_ id: ObjectID, at location: Location) {
    if kinds[id.rawValue] != Self.edgeKind {
      kinds[id.rawValue] = Self.edgeKind
      edgeCount += 1
    }
    locations[id.rawValue] = location.word
  }

  /// Where the history of a commit lies.
  package mutating func placeHistory(_ number: SequenceNumber, at location: Location) {
    let old = history.updateValue(location.word, forKey: number)
    historyBytes += location.likelySize - (old.map { Location(word: $0).likelySize } ?? 0)
  }

  /// Forgets the history of commits before one.
  package mutating func dropHistory(before number: SequenceNumber) {
    var gone: [SequenceNumber] = []
    var cursor = history.cursor(to: number)
    while let (key, word) = cursor.next() {
      gone.append(key)
      historyBytes -= Location(word: word).likelySize
    }
    history.remove(sorted: gone)
  }

  /// Forgets an object or edge.
  package mutating func displace(_ id: ObjectID) {
    if kinds[id.rawValue] == Self.edgeKind { edgeCount -= 1 }
    kinds[id.rawValue] = 0
    locations[id.rawValue] = 0
  }
}
