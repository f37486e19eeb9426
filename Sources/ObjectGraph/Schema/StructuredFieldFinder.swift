import Foundation
import LogStore

/// Finds the field of a structured attribute that holds a made-up value.
enum StructuredFieldFinder {
  /// The coding keys that lead to the only field of an attribute that is equal to a value.
  static func find(_ value: Any, in object: any PersistentModel, _ index: Int) -> [String]? {
    guard let value = value as? any Encodable, let wanted = try? encode(value).bytes else { return nil }
    var found: [[String]] = []
    var search = FieldSearch(index: index)
    withUnsafeMutablePointer(to: &search) { pointer in
      var visitor = _SlotVisitor(.structured(pointer))
      object._$visit(&visitor)
    }
    guard let node = search.node else { return nil }
    collect(node, [], wanted, &found)
    return found.count == 1 ? found.first : nil
  }

  private static func encode<T: Encodable>(_ value: T) throws -> StructuredNode {
    try StructuredEncoder.encode(value)
  }

  private static func collect(
    _ node: StructuredNode,
    _ path: [String],
    _ wanted: [UInt8],
    _ found: inout [[String]]
  ) {
    if !path.isEmpty, node.bytes == wanted { found.append(path) }
    guard case .object(let fields) = node, path.count < 16 else { return }
    for field in fields { collect(field.value, path + [field.key], wanted, &found) }
  }
}
