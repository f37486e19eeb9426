/// The lines of a dump: perhaps one with the schema, then one for each object.
struct DumpSource {
  /// The schema, if the dump begins with one.
  private(set) var schema: SchemaDescription?
  /// How many objects the dump says that it has.
  private var expected: Int?
  private var reader: LineReader
  /// A first line that is no schema.
  private var first: (node: JSONNode, size: Int)?

  /// Lines that were read.
  var lines: Int { reader.number }

  /// Reads the first line.
  init(_ read: @escaping () throws -> [UInt8]) throws {
    reader = LineReader(read)
    guard let line = try reader.nextFilled() else { return }
    let number = reader.number
    do throws(LoadError) {
      let node = try JSONParser.parse(line)
      guard case .object(let members) = node.value, members.contains(where: { $0.key == "schema" }) else {
        first = (node, line.count)
        return
      }
      let parts = try members.sorted(["schema", "objects"], of: "the schema line")
      if let part = parts["schema"] { schema = try SchemaReader.schema(part) }
      if let part = parts["objects"] {
        let count: UInt32 = try part.unsigned("'objects'")
        expected = Int(count)
      }
    } catch {
      throw error.inLine(number)
    }
  }

  /// Visits the objects with the numbers and sizes of their lines.
  ///
  /// - Returns: How many there are.
  mutating func forEachObject(_ body: (JSONNode, Int, Int) throws -> Void) throws -> Int {
    var count = 0
    if let first {
      try body(first.node, reader.number, first.size)
      count += 1
    }
    first = nil
    while let line = try reader.nextFilled() {
      let node: JSONNode
      do throws(LoadError) {
        node = try JSONParser.parse(line)
      } catch {
        throw error.inLine(reader.number)
      }
      try body(node, reader.number, line.count)
      count += 1
    }
    guard let expected, expected != count else { return count }
    throw LoadError(
      line: reader.number,
      found: "the dump ends after \(count) objects, and its first line says \(expected)",
      remedy: "It was cut off, or lines were added: dump the store again, or mend the number."
    )
  }
}
