import ObjectGraph
import Testing

/// A container whose schema lacks an entity that the store has.
@Suite struct UnknownClassTests {
  private func fill(_ configuration: ModelConfiguration) throws {
    let context = ModelContext(
      try ModelContainer(for: Album.self, Piece.self, RarePiece.self, configurations: configuration)
    )
    let album = Album("a")
    context.insert(album)
    album.pieces = [RarePiece("0"), Piece("1"), RarePiece("2"), Piece("3")]
    try context.save()
  }

  private func names(_ configuration: ModelConfiguration) throws -> [String] {
    let context = ModelContext(
      try ModelContainer(for: Album.self, Piece.self, RarePiece.self, configurations: configuration)
    )
    return try context.fetch(FetchDescriptor<Album>())[0].pieces.map(\.name)
  }

  @Test func `targets of an unknown class keep their places when the list is changed`() throws {
    try withStore { configuration in
      try fill(configuration)
      do {
        let context = ModelContext(
          try ModelContainer(for: Album.self, Piece.self, configurations: configuration)
        )
        let album = try context.fetch(FetchDescriptor<Album>())[0]
        #expect(album.pieces.map(\.name) == ["1", "3"])
        album.pieces.append(Piece("4"))
        try context.save()
        #expect(album.pieces.map(\.name) == ["1", "3", "4"])
        album.pieces = [album.pieces[2], album.pieces[0]]
        try context.save()
      }
      #expect(try names(configuration) == ["0", "4", "1", "2"])
    }
  }

  @Test func `a base class fetch leaves objects of an unknown class out of all its answers`() throws {
    try withStore { configuration in
      try fill(configuration)
      let context = ModelContext(
        try ModelContainer(for: Album.self, Piece.self, configurations: configuration)
      )
      let all = FetchDescriptor<Piece>()
      #expect(try context.fetch(all).map(\.name) == ["1", "3"])
      #expect(try context.fetchCount(all) == 2)
      #expect(try context.fetchIdentifiers(all).count == 2)
      var last = FetchDescriptor<Piece>(predicate: #Predicate { $0.name != "1" })
      last.fetchLimit = 1
      #expect(try context.fetch(last).map(\.name) == ["3"])
      #expect(try context.fetchCount(last) == 1)
    }
  }
}
