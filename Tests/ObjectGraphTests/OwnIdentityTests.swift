import LogStore
import ObjectGraph
import Testing

enum OwnIdentity {
  @Model final class Typed {
    var id: UUID = UUID()
    init() {}
  }

  @Model final class Inferred {
    @Attribute(.unique) var id = "key"
    init() {}
  }

  @Model final class Computed {
    var number: Int
    var id: Int { number * 2 }
    init(number: Int) { self.number = number }
  }

  @Model final class Stated: Identifiable {
    var id: Int64
    init(id: Int64) { self.id = id }
  }

  @Model class Base {
    var id: UUID = UUID()
    init() {}
  }

  @Model final class Derived: Base {
    var extra = 1
  }

  @Model final class Hidden {
    private var id: UUID = UUID()
    init() {}
  }

  @Model final class Plain {
    var name = ""
    init() {}
  }
}

/// What code that knows only the protocol sees.
private func identity<T: Identifiable>(of value: T) -> T.ID { value.id }

private func identity<T: PersistentModel>(ofModel value: T) -> T.ID { value.id }

@Suite struct OwnIdentityTests {
  @Test func `a model's own id is the one that generic code sees`() {
    let typed = OwnIdentity.Typed()
    #expect(identity(of: typed) as Any as? UUID == typed.id)
    #expect(identity(ofModel: typed) as Any as? UUID == typed.id)
    #expect(identity(of: OwnIdentity.Inferred()) as Any as? String == "key")
    #expect(identity(of: OwnIdentity.Computed(number: 21)) as Any as? Int == 42)
    #expect(identity(of: OwnIdentity.Stated(id: 7)) as Any as? Int64 == 7)
  }

  @Test func `a subclass has the id of its superclass`() {
    let derived = OwnIdentity.Derived()
    #expect(identity(of: derived) as Any as? UUID == derived.id)
  }

  @Test func `a model without a visible id has its persistent one`() throws {
    let context = ModelContext(try inMemory(OwnIdentity.Hidden.self, OwnIdentity.Plain.self))
    let hidden = OwnIdentity.Hidden()
    let plain = OwnIdentity.Plain()
    context.insert(hidden)
    context.insert(plain)
    #expect(identity(of: hidden) as Any as? PersistentIdentifier == hidden.persistentModelID)
    #expect(identity(of: plain) as Any as? PersistentIdentifier == plain.persistentModelID)
  }
}
