import ObjectGraph

// Models of the tests of several contexts.

@Model class Album {
  var title: String
  var pieces: [Piece] = []
  init(_ title: String) { self.title = title }
}

@Model class Piece {
  var name: String
  @Relationship(inverse: \Album.pieces) var albums: [Album] = []
  init(_ name: String) { self.name = name }
}

@Model class RarePiece: Piece {
  var extra: Int = 0
  override init(_ name: String) { super.init(name) }
  var trimmed: String { name.trimmingCharacters(in: .whitespaces) }
}

@Model class Resident {
  @Attribute(.unique) var name: String
  var age: Int
  var town: Town?
  init(_ name: String, _ age: Int) {
    self.name = name
    self.age = age
  }
  var safeAge: Int { max(age, 0) }
  var trimmed: String { name.trimmingCharacters(in: .whitespaces) }
  var home: Town? { town?.name == "nowhere" ? nil : town }
}

@Model class Town {
  var name: String
  @Relationship(inverse: \Resident.town) var residents: [Resident] = []
  init(_ name: String) { self.name = name }
}

@Model class Bag {
  @Attribute(.unique) var code: String
  var owner: Resident?
  var things: [Thing] = []
  init(_ code: String) { self.code = code }
}

@Model class Thing {
  var name: String
  @Relationship(inverse: \Bag.things) var bags: [Bag] = []
  init(_ name: String) { self.name = name }
}

/// A directory of its own that is removed afterwards.
func withStore(_ body: (ModelConfiguration) throws -> Void) throws {
  let directory = FileManager.default.temporaryDirectory.appendingPathComponent("graph-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try body(ModelConfiguration(url: directory.appendingPathComponent("a.store")))
}
