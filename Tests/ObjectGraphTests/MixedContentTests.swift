import ObjectGraph
import Testing

/// Reads texts and numbers from one array by trying one type after the other.
struct MixedContent: Codable, Equatable {
  var text: [String] = []
  var numbers: [Int] = []

  init(_ text: [String], _ numbers: [Int]) {
    self.text = text
    self.numbers = numbers
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let word = try? container.decode(String.self) {
        text.append(word)
      } else {
        numbers.append(try container.decode(Int.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for word in text { try container.encode(word) }
    for number in numbers { try container.encode(number) }
  }
}

@Model class MixedHolder {
  var mixed: MixedContent
  init(_ mixed: MixedContent) { self.mixed = mixed }
}

@Suite struct MixedContentTests {
  @Test func `an element that is tried as one type is there for the next try`() throws {
    let container = try inMemory(MixedHolder.self)
    let context = ModelContext(container)
    context.insert(MixedHolder(MixedContent(["a"], [1, 2])))
    try context.save()
    let read = try ModelContext(container).fetch(FetchDescriptor<MixedHolder>())[0]
    #expect(read.mixed == MixedContent(["a"], [1, 2]))
  }
}

/// Nests two levels of encoding at a time.
struct NestedContent: Codable, Equatable {
  var inner: [NestedContent] = []

  static func deep(_ levels: Int) -> NestedContent {
    (0..<levels).reduce(NestedContent()) { content, _ in NestedContent(inner: [content]) }
  }
}

@Model class NestedHolder {
  var content: NestedContent
  init(_ content: NestedContent) { self.content = content }
}

extension MixedContentTests {
  @Test(arguments: 124...131)
  func `a nesting that is stored is read, and a deeper one is refused`(levels: Int) throws {
    let container = try inMemory(NestedHolder.self)
    let context = ModelContext(container)
    context.insert(NestedHolder(.deep(levels)))
    do {
      try context.save()
    } catch ObjectGraphError.encodingFailed {
      #expect(levels > 127)
      return
    }
    let read = try ModelContext(container).fetch(FetchDescriptor<NestedHolder>())[0]
    #expect(read.content == .deep(levels))
  }
}
