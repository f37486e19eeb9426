import Foundation
import LogStore
import ObjectGraph
import Testing

/// Models of encryption, away from other test models of the same names.
private enum Sealed {
  enum Mood: String, Codable { case calm, wild }

  struct Place: Codable, Hashable {
    var street: String
    var number: Int
  }

  @Model final class Account {
    @Attribute(.unique) var mail: String
    var name: String
    @Attribute(.externalStorage) var photo: Data?
    @Attribute(.encrypt) var secret: String?
    @Attribute(.allowsCloudEncryption) var balance: Double = 0
    @Attribute(.encrypt) var mood: Mood = Mood.calm
    @Attribute(.encrypt) var place: Place?
    @Attribute(.encrypt) var tags: [String] = []

    init(mail: String, name: String) {
      self.mail = mail
      self.name = name
    }
  }

  @Model final class Unique {
    @Attribute(.unique, .encrypt) var token: String
    init(token: String) { self.token = token }
  }
}

/// A file system with an environment of its own, so that no test makes a key file for the user.
private struct HomeIO: ForwardingIO {
  let base: any StorageIO = PosixStorageIO()
  var home: String

  func environment(_ name: String) -> String? { name == "HOME" ? home : nil }
}

@Suite struct EncryptionTests {
  private typealias Account = Sealed.Account
  private static let marker = "qzx-marker-of-a-secret-qzx"

  private let home: String
  private let path: String

  init() {
    home = NSTemporaryDirectory() + "encryption-\(UUID().uuidString)"
    path = home + "/accounts.store"
  }

  private func container(
    _ encryption: ModelConfiguration.Encryption = .automatic,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    return try ModelContainer(
      for: Account.self,
      configurations: ModelConfiguration(
        storage: HomeIO(home: home),
        path: path,
        allowsSave: allowsSave,
        encryption: encryption
      )
    )
  }

  private func removeFiles() { try? FileManager.default.removeItem(atPath: home) }

  /// Saves one account with a secret.
  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let account = Account(mail: "a@b", name: "Ada")
    account.secret = Self.marker
    account.balance = 12.5
    account.mood = .wild
    account.place = Sealed.Place(street: Self.marker, number: 7)
    account.tags = [Self.marker, "x"]
    context.insert(account)
    try context.save()
  }

  /// What a call throws, as an error of the object layer.
  private func failure(_ body: () throws -> Void) -> ObjectGraphError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ObjectGraphError
    }
  }

  @Test func `with no key given the values are encrypted, and read again by another opening`() throws {
    defer { removeFiles() }
    do { try fill(try container()) }
    do {
      let context = ModelContext(try container())
      let account = try #require(try context.fetch(FetchDescriptor<Account>()).first)
      #expect(account.secret == Self.marker && account.balance == 12.5 && account.mood == .wild)
      #expect(
        account.place == Sealed.Place(street: Self.marker, number: 7) && account.tags == [Self.marker, "x"]
      )
    }
    let files = FileManager.default.enumerator(atPath: path)
    var count = 0
    while let name = files?.nextObject() as? String {
      guard let bytes = FileManager.default.contents(atPath: path + "/" + name) else { continue }
      count += 1
      #expect(bytes.range(of: Data(Self.marker.utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("wild".utf8)) == nil, "\(name)")
    }
    #expect(count > 4)
  }

  @Test func `a key file that was moved away is named`() throws {
    defer { removeFiles() }
    do { try fill(try container()) }
    let key = home + "/.local/share/objectgraph/store.key"
    try FileManager.default.moveItem(atPath: key, toPath: home + "/moved")
    guard case .missingKey(let message)? = failure({ _ = try container() }) else {
      return #expect(Bool(false), "the container was made without its key")
    }
    #expect(message.contains(key) && message.contains("OBJECTGRAPH_KEY_FILE"), "\(message)")
    let named = ModelContext(try container(.keyFile(URL(fileURLWithPath: home + "/moved"))))
    #expect(try named.fetch(FetchDescriptor<Account>()).first?.secret == Self.marker)
  }

  @Test func `a wrong key is an error of its own, and so is a key of another length`() throws {
    defer { removeFiles() }
    let right = Data(repeating: 1, count: 32)
    do { try fill(try container(.key(right))) }
    for wrong in [Data(repeating: 2, count: 32), Data(repeating: 1, count: 31), Data()] {
      guard case .wrongKey? = failure({ _ = try container(.key(wrong)) }) else {
        return #expect(Bool(false), "\(wrong.count) bytes were taken for the key")
      }
    }
    guard case .wrongKey? = failure({ _ = try container(.passphrase("x", rounds: 2)) }) else {
      return #expect(Bool(false), "a passphrase was taken for the key")
    }
    guard case .schemaMismatch? = failure({ _ = try container(.disabled) }) else {
      return #expect(Bool(false), "the values were taken for clear ones")
    }
    let reader = ModelContext(try container(.key(right), allowsSave: false))
    #expect(try reader.fetch(FetchDescriptor<Account>()).first?.secret == Self.marker)
  }

  @Test func `predicates and orders see encrypted values, saved or not`() throws {
    let container = try inMemory(Account.self)
    let context = ModelContext(container)
    for (number, secret) in ["delta", "alpha", "charlie", "bravo"].enumerated() {
      let account = Account(mail: "m\(number)", name: "n\(number)")
      account.secret = secret
      account.balance = Double(10 - number)
      account.place = Sealed.Place(street: "s", number: number)
      context.insert(account)
    }
    context.insert(Account(mail: "none", name: "none"))
    for round in 0..<2 {
      let isPending = round == 0
      func names(_ predicate: Predicate<Account>?, _ order: [SortDescriptor<Account>] = []) throws -> [String]
      {
        let reader = isPending ? context : ModelContext(container)
        return try reader.fetch(FetchDescriptor(predicate: predicate, sortBy: order)).map(\.name)
      }
      #expect(try names(#Predicate { $0.secret == "charlie" }) == ["n2"])
      #expect(try names(#Predicate { $0.secret == nil }) == ["none"])
      #expect(try names(#Predicate { $0.secret?.contains("lph") == true }) == ["n1"])
      #expect(try names(#Predicate { $0.balance < 8.5 && $0.balance > 1 }) == ["n2", "n3"])
      #expect(try names(#Predicate { $0.place?.number == 3 }) == ["n3"])
      #expect(
        try names(#Predicate { $0.secret != nil }, [SortDescriptor(\.secret)]) == ["n1", "n3", "n2", "n0"]
      )
      #expect(
        try names(#Predicate { $0.balance > 1 }, [SortDescriptor(\.balance)]) == ["n3", "n2", "n1", "n0"]
      )
      try context.save()
    }
  }

  @Test func `a change of another context is merged, and an upsert replaces encrypted values`() throws {
    let container = try inMemory(Account.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let account = Account(mail: "m", name: "n")
    account.secret = "one"
    first.insert(account)
    try first.save()
    let other = try #require(try second.fetch(FetchDescriptor<Account>()).first)
    other.secret = "two"
    account.balance = 3
    try second.save()
    try first.save()
    #expect(account.secret == "two" && account.balance == 3)
    let again = Account(mail: "m", name: "again")
    again.secret = "three"
    second.insert(again)
    try second.save()
    let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Account>()).first)
    #expect(fresh.secret == "three" && fresh.name == "again")
    let before = container.store.sequence
    fresh.secret = "three"
    try fresh.modelContext?.save()
    #expect(container.store.sequence == before)
  }

  @Test func `the key can be changed, and the data key renewed`() throws {
    defer { removeFiles() }
    let (first, second) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
    do {
      let container = try container(.key(first))
      try fill(container)
      try container.renewDataKey()
      try container.renewDataKey(reencrypting: true)
      try container.changeKey(to: .key(second))
      #expect(try container.store.dataKeys().map(\.state) == [.retired, .retired, .primary])
      for id: UInt32 in [1, 2] { try container.store.destroyDataKey(id) }
      #expect(try ModelContext(container).fetch(FetchDescriptor<Account>()).first?.secret == Self.marker)
    }
    guard case .wrongKey? = failure({ _ = try container(.key(first)) }) else {
      return #expect(Bool(false), "the key before opens the store")
    }
    do {
      let context = ModelContext(try container(.key(second)))
      #expect(try context.fetch(FetchDescriptor<Account>()).first?.tags == [Self.marker, "x"])
    }
    let reader = try container(.key(second), allowsSave: false)
    guard case .saveNotAllowed? = failure({ try reader.renewDataKey() }) else {
      return #expect(Bool(false), "a container that does not save has changed keys")
    }
  }

  @Test func `an encrypted attribute cannot be unique`() {
    guard
      case .invalidSchema(let entity, let property, let reason)? = failure({
        _ = try inMemory(Sealed.Unique.self)
      })
    else { return #expect(Bool(false), "it was taken") }
    #expect(entity == "Unique" && property == "token" && reason.contains("unique"))
  }
}
