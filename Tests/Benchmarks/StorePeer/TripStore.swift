import Glibc
import LogStore

/// The workloads' store: folders, each with trips that go when it goes, and three indexes.
struct TripStore {
  let store: Store
  let folder: RecordLayout
  let trip: RecordLayout
  let fields: TripFields
  let trips: PropertyID
  let folderReference: PropertyID
  /// Ids of objects are dense: folder *n* is object `firstFolder + n - 1`, trip *n* `firstTrip + n - 1`.
  let firstFolder: UInt64
  var firstTrip: UInt64 { firstFolder + UInt64(TripGenerator.folders) }

  static let schema = SchemaDescription(entities: [
    .init(
      name: "Folder",
      attributes: [.init(name: "name", kind: .string, typeName: "String")],
      relationships: [
        .init(
          name: "trips",
          destination: "Trip",
          inverse: "folder",
          deleteRule: .cascade,
          flags: [.toMany, .ordered]
        )
      ]
    ),
    .init(
      name: "Trip",
      attributes: [
        .init(name: "destination", kind: .string, typeName: "String"),
        .init(name: "startDate", kind: .date, typeName: "Date"),
        .init(name: "endDate", kind: .date, typeName: "Date"),
        .init(name: "budget", kind: .double, typeName: "Double"),
        .init(name: "notes", kind: .string, typeName: "String"),
        .init(name: "kind", kind: .uint8, typeName: "UInt8"),
      ],
      relationships: [.init(name: "folder", destination: "Folder", inverse: "trips", flags: [])],
      indexes: [["destination"], ["startDate"]]
    ),
  ])

  /// Opens the store in a directory, and stores the folders if it is new. With `BENCH_RELAXED`, commits are not
  /// durable when they return.
  init(at directory: String) throws {
    // A harness leaves making the directory to the peer.
    if mkdir(directory, 0o755) != 0, errno != EEXIST { throw PeerError.directory(directory, errno) }
    let options = StoreOptions(durability: Environment.number("BENCH_RELAXED") == nil ? .full : .relaxed)
    store = try Store.open(at: directory + "/bench.store", options: options)
    let adopted = try store.adopt(Self.schema)
    guard let folder = adopted.layout(for: "Folder"), let trip = adopted.layout(for: "Trip"),
      let trips = adopted.catalog.relationships(of: folder.entity).first?.id,
      let reference = adopted.catalog.relationships(of: trip.entity).first?.id,
      let fields = TripFields(trip)
    else { throw PeerError.schema }
    self.folder = folder
    self.trip = trip
    self.fields = fields
    self.trips = trips
    folderReference = reference
    var first: UInt64?
    try store.snapshot().forEachObject(of: folder.entity) {
      first = $0.rawValue
      return false
    }
    if let first {
      firstFolder = first
    } else {
      firstFolder = try Self.storeFolders(in: store, folder)
    }
  }

  private static func storeFolders(in store: Store, _ layout: RecordLayout) throws -> UInt64 {
    var batch = WriteBatch()
    var writer = RecordWriter(layout: layout)
    var first: UInt64 = 0
    for number in 1...TripGenerator.folders {
      let id = try store.newObjectID()
      if number == 1 { first = id.rawValue }
      writer.begin(layout)
      writer.append("Folder \(number)")
      batch.insert(id, layout: layout, payload: writer.finish())
    }
    try store.commit(batch)
    return first
  }

  /// Adds the insertion of a trip to a batch.
  func insert(_ value: Trip, into batch: inout WriteBatch, _ writer: inout RecordWriter) throws {
    let id = try store.newObjectID()
    writer.begin(trip)
    for index in trip.fields.indices {
      switch index {
      case fields.destination: writer.append(value.destination)
      case fields.startDate: writer.append(fixed: value.startDate.bitPattern)
      case fields.endDate: writer.append(fixed: value.endDate.bitPattern)
      case fields.budget: writer.append(fixed: value.budget.bitPattern)
      case fields.notes: writer.append(value.notes)
      case fields.kind: writer.append(fixed: UInt8(value.kind))
      case fields.folder: writer.append(fixed: firstFolder + UInt64(value.folder) - 1)
      default: writer.appendNull()
      }
    }
    batch.insert(id, layout: trip, payload: writer.finish())
  }

  /// The whole object in a record.
  @inline(__always)
  func decode(_ record: RecordView, _ id: ObjectID) -> Trip {
    Trip(
      id: Int64(id.rawValue - firstTrip) + 1,
      destination: record.string(fields.destination),
      startDate: Double(bitPattern: record.load(fields.startDate, as: UInt64.self)),
      endDate: Double(bitPattern: record.load(fields.endDate, as: UInt64.self)),
      budget: Double(bitPattern: record.load(fields.budget, as: UInt64.self)),
      notes: record.string(fields.notes),
      kind: Int64(record.load(fields.kind, as: UInt8.self)),
      folder: Int64(record.load(fields.folder, as: UInt64.self) - firstFolder) + 1
    )
  }

  /// How many trips there are.
  var tripCount: UInt64 { UInt64(store.snapshot().count(of: trip.entity)) }

  /// The object with the workload's number.
  func id(ofTrip number: Int64) -> ObjectID { ObjectID(rawValue: firstTrip + UInt64(number) - 1) }
}
