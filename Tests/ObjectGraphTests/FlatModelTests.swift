import LogStore
import ObjectGraph
import Testing

enum Mood: String, Codable { case calm, wild }
enum Shape: Codable, Equatable { case dot, line(length: Int), text(String) }
struct Address: Codable, Equatable {
  var city: String
  var zip: Int
}

@Model final class Everything {
  var bool: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double: Double
  var string: String
  var date: Date
  var data: Data
  var uuid: UUID
  var url: URL
  var decimal: Decimal
  var mood: Mood
  var shape: Shape
  var address: Address
  var words: [String]
  var flags: Set<Int>
  var table: [String: Int]
  var noInt: Int?
  var someInt: Int?
  var noText: String?
  var someText: String?
  var noMood: Mood?
  var someMood: Mood?
  var noAddress: Address?
  var someAddress: Address?
  var inferred = 0.5

  init() {
    bool = true
    int = .min
    int8 = -8
    int16 = -16
    int32 = -32
    int64 = .max
    uint = .max
    uint8 = 8
    uint16 = 16
    uint32 = 32
    uint64 = .max
    float = .pi
    double = -.infinity
    string = "e\u{301} \u{1F600}"
    date = Date(timeIntervalSinceReferenceDate: 1.5)
    data = Data([0, 255, 3])
    uuid = UUID()
    url = URL(fileURLWithPath: "/tmp/x")
    decimal = Decimal(string: "-12345678901234567890.125") ?? 0
    mood = .wild
    shape = .line(length: 4)
    address = Address(city: "Ulm", zip: 89073)
    words = ["a", "b"]
    flags = [3, 1, 2]
    table = ["x": 1, "y": 2]
    someInt = 7
    someText = "text"
    someMood = .calm
    someAddress = Address(city: "Bonn", zip: 1)
  }
}

@Model class Note {
  var title: String
  var rank: Int = 0
  @Transient var cache: Int = 5
  init(title: String) { self.title = title }
}

func inMemory(_ types: any PersistentModel.Type...) throws -> ModelContainer {
  try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

@Suite struct FlatModelTests {
  @Test func `every supported type survives save and a new context`() throws {
    let container = try inMemory(Everything.self)
    let original = Everything()
    let context = ModelContext(container)
    context.insert(original)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
    #expect(read !== original)
    #expect(read.bool == original.bool && read.int == original.int && read.int8 == original.int8)
    #expect(read.int16 == original.int16 && read.int32 == original.int32 && read.int64 == original.int64)
    #expect(read.uint == original.uint && read.uint8 == original.uint8 && read.uint16 == original.uint16)
    #expect(read.uint32 == original.uint32 && read.uint64 == original.uint64)
    #expect(read.float == original.float && read.double == original.double)
    #expect(Array(read.string.utf8) == Array(original.string.utf8))
    #expect(read.date == original.date && read.data == original.data && read.uuid == original.uuid)
    #expect(read.url == original.url && read.decimal == original.decimal)
    #expect(read.mood == original.mood && read.shape == original.shape && read.address == original.address)
    #expect(read.words == original.words && read.flags == original.flags && read.table == original.table)
    #expect(read.noInt == nil && read.someInt == 7 && read.noText == nil && read.someText == "text")
    #expect(read.noMood == nil && read.someMood == .calm && read.noAddress == nil)
    #expect(read.someAddress == original.someAddress && read.inferred == 0.5)
  }

  @Test func `an inserted object is fetched before it is saved and keeps its identity`() throws {
    let container = try inMemory(Note.self)
    let context = ModelContext(container)
    let note = Note(title: "a")
    context.insert(note)
    let id = note.persistentModelID
    #expect(try context.fetch(FetchDescriptor<Note>()) == [note])
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    #expect(note.persistentModelID == id)
    let other: Note? = try ModelContext(container).existingModel(for: id)
    #expect(other?.title == "a")
    let data = try JSONEncoder().encode(id)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == id)
  }

  @Test func `a value changed back to the stored one is no change`() throws {
    let context = ModelContext(try inMemory(Note.self))
    let note = Note(title: "a")
    context.insert(note)
    try context.save()
    note.title = "b"
    #expect(context.hasChanges && note.hasChanges)
    #expect(context.changedModelsArray.count == 1)
    note.title = "a"
    #expect(!context.hasChanges)
    #expect(context.changedModelsArray.isEmpty)
  }

  @Test func `a zero of the other sign is another value`() throws {
    let container = try inMemory(Everything.self)
    let context = ModelContext(container)
    let object = Everything()
    (object.double, object.float) = (0, 0)
    context.insert(object)
    try context.save()
    (object.double, object.float) = (0, 0)
    #expect(!context.hasChanges)
    (object.double, object.float) = (-0.0, -0.0)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Everything>())[0]
    #expect(stored.double.sign == .minus && stored.float.sign == .minus)
  }

  @Test func `rollback restores values, drops insertions and takes back deletions`() throws {
    let context = ModelContext(try inMemory(Note.self))
    let kept = Note(title: "kept")
    let doomed = Note(title: "doomed")
    context.insert(kept)
    context.insert(doomed)
    try context.save()
    kept.title = "changed"
    context.delete(doomed)
    let fresh = Note(title: "fresh")
    context.insert(fresh)
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
    context.rollback()
    #expect(kept.title == "kept")
    #expect(!doomed.isDeleted)
    #expect(fresh.modelContext == nil && fresh.title == "fresh")
    #expect(Set(try context.fetch(FetchDescriptor<Note>()).map(\.title)) == ["kept", "doomed"])
    #expect(!context.hasChanges)
  }

  @Test func `a deleted object is hidden at once and stays readable after the save`() throws {
    let context = ModelContext(try inMemory(Note.self))
    let note = Note(title: "x")
    context.insert(note)
    try context.save()
    context.delete(note)
    #expect(note.isDeleted)
    #expect(try context.fetch(FetchDescriptor<Note>()).isEmpty)
    try context.save()
    #expect(!note.isDeleted && note.modelContext == nil && note.title == "x")
  }

  @Test func `a failed transaction leaves nothing behind`() throws {
    struct Stop: Error {}
    let context = ModelContext(try inMemory(Note.self))
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Note(title: "a"))
        throw Stop()
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
    try context.transaction { context.insert(Note(title: "b")) }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func `a clean object follows the commits of other contexts and a changed one keeps its changes`()
    throws
  {
    let container = try inMemory(Note.self)
    let first = ModelContext(container)
    let note = Note(title: "a")
    first.insert(note)
    try first.save()
    let second = ModelContext(container)
    let twin = try #require(try second.fetch(FetchDescriptor<Note>()).first)
    twin.rank = 3
    note.title = "mine"
    try second.save()
    _ = try first.fetchCount(FetchDescriptor<Note>())
    #expect(note.rank == 3 && note.title == "mine")
    try first.save()
    _ = try second.fetchCount(FetchDescriptor<Note>())
    #expect(twin.title == "mine" && twin.rank == 3)
  }

  @Test func `objects outlive their context and remain readable`() throws {
    let note = Note(title: "x")
    do {
      let context = ModelContext(try inMemory(Note.self))
      context.insert(note)
      try context.save()
    }
    #expect(note.title == "x" && note.modelContext == nil)
    note.title = "y"
    #expect(note.title == "y")
  }

  @Test func `reads are observed and equal assignments are not reported`() throws {
    let note = Note(title: "a")
    nonisolated(unsafe) var fired = 0
    withObservationTracking {
      _ = note.title
    } onChange: {
      fired += 1
    }
    note.rank = 1
    note.title = "a"
    #expect(fired == 0)
    note.title = "b"
    #expect(fired == 1)
  }

  @Test func `transient properties are not stored`() throws {
    let context = ModelContext(try inMemory(Note.self))
    let note = Note(title: "a")
    note.cache = 9
    context.insert(note)
    try context.save()
    let other = try ModelContext(context.container).fetch(FetchDescriptor<Note>()).first
    #expect(other?.cache == 5)
  }
}
