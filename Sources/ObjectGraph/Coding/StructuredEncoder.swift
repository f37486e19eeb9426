import Foundation
import LogStore

/// Takes a `Codable` value apart.
final class StructuredEncoder: Encoder {
  /// The value under construction: an array or an object while its containers are filled.
  private enum State {
    case empty
    case single(StructuredNode)
    case array([Slot])
    case object([(key: String, value: Slot)])
  }

  /// A value, or an encoder that holds one when it is asked for.
  enum Slot {
    case node(StructuredNode)
    case encoder(StructuredEncoder)

    var node: StructuredNode {
      switch self {
      case .node(let node): node
      case .encoder(let encoder): encoder.node
      }
    }
  }

  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var state = State.empty

  init(codingPath: [any CodingKey] = []) { self.codingPath = codingPath }

  /// Takes apart one value.
  static func encode<T: Encodable>(_ value: T, codingPath: [any CodingKey] = []) throws -> StructuredNode {
    if let node = leaf(value) { return node }
    guard codingPath.count < StructuredValue.deepestNesting else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: codingPath, debugDescription: "nested too deeply")
      )
    }
    let encoder = StructuredEncoder(codingPath: codingPath)
    try value.encode(to: encoder)
    let node = encoder.node
    guard let unordered = value as? any UnorderedValue else { return node }
    return unordered.ordered(node)
  }

  private static func leaf<T: Encodable>(_ value: T) -> StructuredNode? {
    switch value {
    case let value as String: .string(value)
    case let value as Date: .date(value)
    case let value as UUID: .uuid(value)
    case let value as Data: .data(value)
    case let value as URL: .url(value)
    case let value as Decimal: .decimal(value)
    default: nil
    }
  }

  var node: StructuredNode {
    switch state {
    case .empty: .object([])
    case .single(let node): node
    case .array(let items): .array(items.map(\.node))
    case .object(let fields): .object(fields.map { ($0.key, $0.value.node) })
    }
  }

  func set(_ node: StructuredNode) { state = .single(node) }

  func append(_ slot: Slot) {
    guard case .array(var items) = state else { return }
    state = .empty
    items.append(slot)
    state = .array(items)
  }

  func append(_ slot: Slot, for key: String) {
    guard case .object(var fields) = state else { return }
    state = .empty
    if let place = fields.firstIndex(where: { $0.key == key }) {
      fields[place].value = slot
    } else {
      fields.append((key, slot))
    }
    state = .object(fields)
  }

  var count: Int {
    if case .array(let items) = state { return items.count }
    return 0
  }

  func makeObject() { if case .object = state {} else { state = .object([]) } }

  func makeArray() { if case .array = state {} else { state = .array([]) } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    makeObject()
    return KeyedEncodingContainer(StructuredKeyedEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    makeArray()
    return StructuredUnkeyedEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StructuredSingleEncoder(encoder: self)
  }
}
