import Foundation
import LogStore
import LogStoreTesting
import ObjectGraph
import Testing

/// Models away from other test models of the same names.
private enum External {
  @Model final class Picture {
    @Attribute(.unique) var name: String
    @Attribute(.externalStorage) var image: Data?
    @Attribute(.externalStorage) var caption: String
    @Attribute(.externalStorage) var size = 0
    var album: Album?
    init(name: String, image: Data? = nil, caption: String = "") {
      self.name = name
      self.image = image
      self.caption = caption
    }
  }

  @Model final class Album {
    var title = ""
    @Relationship(deleteRule: .cascade, inverse: \Picture.album) var pictures: [Picture] = []
    init() {}
  }
}

@Suite struct ExternalStorageTests {
  private typealias Picture = External.Picture
  private typealias Album = External.Album
  private let disk = MemoryStorageIO()
  private let shared: ModelContainer

  init() throws {
    var configuration = ModelConfiguration(storage: disk, path: "/pictures.store")
    configuration.externalStorageThreshold = 1000
    shared = try ModelContainer(for: Picture.self, Album.self, configurations: configuration)
  }

  private func image(_ seed: UInt8, _ count: Int = 200_000) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed })
  }

  private func blobs() throws -> [String] {
    try disk.contents(ofDirectory: "/pictures.store/blob").flatMap { shard in
      try disk.contents(ofDirectory: "/pictures.store/blob/" + shard).map { shard + "/" + $0 }
    }
  }

  private func first(_ context: ModelContext) throws -> Picture {
    try #require(try context.fetch(FetchDescriptor<Picture>()).first)
  }

  @Test func `large values are in files, small ones in the object, and all come back`() throws {
    let context = ModelContext(shared)
    let text = String(repeating: "é ", count: 2000)
    context.insert(Picture(name: "large", image: image(1), caption: text))
    context.insert(Picture(name: "small", image: image(2, 999), caption: "short"))
    context.insert(Picture(name: "none"))
    context.insert(Picture(name: "empty", image: Data(), caption: ""))
    try context.save()
    #expect(try blobs().count == 2)
    let again = ModelContext(shared)
    let pictures = try again.fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.name)]))
    #expect(pictures.map(\.image) == [Data(), image(1), nil, image(2, 999)])
    #expect(pictures.map(\.caption) == ["", text, "", "short"])
    #expect(pictures.map(\.caption) == ["", text, "", "short"], "read once more")
  }

  @Test func `a change of another property leaves the file alone`() throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1)))
    try context.save()
    let before = try blobs()
    let other = ModelContext(shared)
    let picture = try first(other)
    picture.caption = "new"
    try other.save()
    picture.size = 3
    _ = picture.image
    try other.save()
    #expect(try blobs() == before)
    #expect(picture.image == image(1) && picture.caption == "new")
    picture.image = image(1)
    #expect(!other.hasChanges)
    try other.save()
    #expect(try blobs() == before, "the same value")
  }

  @Test func `a replaced, emptied or deleted value takes its file along`() throws {
    let context = ModelContext(shared)
    let album = Album()
    context.insert(album)
    album.pictures = [Picture(name: "a", image: image(1)), Picture(name: "b", image: image(2))]
    try context.save()
    let (a, b) = (album.pictures[0], album.pictures[1])
    a.image = image(3)
    try context.save()
    #expect(try blobs().count == 2 && a.image == image(3) && b.image == image(2))
    a.image = nil
    try context.save()
    #expect(try blobs().count == 1 && a.image == nil)
    context.delete(album)
    try context.save()
    #expect(try blobs().isEmpty)
  }

  @Test func `a value changed in place is stored`() throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1), caption: String(repeating: "x", count: 2000)))
    try context.save()
    let other = ModelContext(shared)
    let picture = try first(other)
    picture.image?.append(7)
    picture.caption += "y"
    try other.save()
    let stored = try first(ModelContext(shared))
    #expect(stored.image == image(1) + [7] && stored.caption.hasSuffix("xy") && stored.caption.count == 2001)
  }

  @Test func `rollback brings the stored value back, and a failed save loses none`() throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1)))
    try context.save()
    let picture = try first(context)
    picture.image = image(2)
    context.rollback()
    #expect(picture.image == image(1) && !context.hasChanges)
    picture.image = image(3)
    let clash = Album()
    context.insert(clash)
    try? context.transaction {
      picture.caption = "dropped"
      throw CancellationError()
    }
    #expect(picture.image == image(3) && picture.caption == "")
    try context.save()
    #expect(try first(ModelContext(shared)).image == image(3))
    #expect(try blobs().count == 1)
  }

  @Test func `queries see large values, saved and pending`() throws {
    let context = ModelContext(shared)
    let text = String(repeating: "needle ", count: 500)
    context.insert(Picture(name: "a", image: image(1), caption: text))
    context.insert(Picture(name: "b", image: image(2), caption: "hay"))
    try context.save()
    let wanted = image(2)
    let found = try context.fetch(FetchDescriptor<Picture>(predicate: #Predicate { $0.image == wanted }))
    #expect(found.map(\.name) == ["b"])
    let needle = FetchDescriptor<Picture>(predicate: #Predicate { $0.caption.contains("dle n") })
    #expect(try context.fetchCount(needle) == 1)
    found[0].caption = text
    #expect(try context.fetchCount(needle) == 2)
  }

  @Test func `an upsert with a large value replaces the stored one`() throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1)))
    try context.save()
    let again = Picture(name: "a", image: image(2))
    context.insert(again)
    try context.save()
    #expect(again.image == image(2))
    #expect(try blobs().count == 1)
    #expect(try first(ModelContext(shared)).image == image(2))
  }

  @Test func `a value is written and read in parts, and pending until the save`() async throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1)))
    try context.save()
    let picture = try first(context)
    try context.writeExternal(\.image, of: picture) { writer in
      for part in 0..<5 { try writer.append(image(UInt8(part), 70_000)) }
      #expect(writer.count == 350_000)
    }
    let whole = (0..<5).reduce(Data()) { $0 + image(UInt8($1), 70_000) }
    #expect(context.hasChanges && picture.image == whole)
    context.rollback()
    #expect(picture.image == image(1))
    try context.writeExternal(\.image, of: picture) { try $0.append(whole) }
    try context.save()
    let other = ModelContext(shared)
    let stored = try first(other)
    let reader = try #require(try other.externalReader(\.image, of: stored))
    #expect(reader.count == whole.count)
    #expect(try reader.read(69_990..<140_010) == whole[69_990..<140_010])
    var chunks = Data()
    for try await chunk in reader.chunks { chunks += chunk }
    #expect(chunks == whole)
    #expect(try blobs().count == 1)
    #expect(try other.externalReader(\.caption, of: stored) == nil)
    #expect(throws: ObjectGraphError.self) { try other.externalReader(\.name, of: stored) }
    #expect(throws: ObjectGraphError.self) { try other.externalReader(\.image, of: picture) }
  }

  @Test func `a missing file fails only its attribute, which can be given another value`() throws {
    let context = ModelContext(shared)
    context.insert(Picture(name: "a", image: image(1), caption: String(repeating: "c", count: 1500)))
    try context.save()
    for blob in try blobs() {
      let path = "/pictures.store/blob/" + blob
      if try disk.open(path, .readOnly).size() > 100_000 { try disk.remove(path) }
    }
    let other = ModelContext(shared)
    let picture = try first(other)
    #expect(picture.name == "a" && picture.caption.count == 1500 && picture.loadFailure == nil)
    #expect(picture.image == nil)
    let failure = try #require(picture.loadFailure)
    #expect(failure.description.contains("Picture.image") && failure.description.contains("missing"))
    #expect(throws: ObjectGraphError.self) { try other.save() }
    picture.image = image(9)
    try other.save()
    #expect(try first(ModelContext(shared)).image == image(9))
  }

  @Test func `another context's large value arrives`() throws {
    let (one, two) = (ModelContext(shared), ModelContext(shared))
    one.insert(Picture(name: "a", image: image(1)))
    try one.save()
    let (a, b) = (try first(one), try first(two))
    #expect(b.image == image(1))
    a.image = image(2)
    try one.save()
    #expect(try first(two).image == image(2))
    b.caption = "two"
    a.image = image(3)
    try one.save()
    try two.save()
    #expect(b.image == image(3) && b.caption == "two")
    #expect(try blobs().count == 1)
  }

  @Test func `objects that outlive their context read their files, too`() throws {
    var context: ModelContext? = ModelContext(shared)
    context?.insert(Picture(name: "a", image: image(1)))
    try context?.save()
    context = ModelContext(shared)
    let picture = try first(try #require(context))
    context = nil
    #expect(picture.image == image(1))
  }
}
