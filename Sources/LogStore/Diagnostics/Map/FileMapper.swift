/// Attributes the bytes of one file from its first to its last one, each to one field.
final class FileMapper {
  typealias Visit = (MappedRange) throws -> Void

  /// The file, from the directory of the store on.
  private let file: String
  private let visit: Visit
  private var pending: MappedRange?
  /// Bytes that were attributed.
  private(set) var offset: UInt64 = 0

  init(_ file: String, _ visit: @escaping Visit) {
    self.file = file
    self.visit = visit
  }

  /// The next bytes are a field.
  func take(_ count: Int, _ field: MapField) throws { try take(UInt64(clamping: count), field) }

  /// The next bytes are a field. Neighbours of one field are handed on as one.
  func take(_ count: UInt64, _ field: MapField) throws {
    guard count > 0 else { return }
    if pending?.field === field {
      pending?.count += count
    } else {
      try flush()
      pending = MappedRange(file: file, offset: offset, count: count, field: field)
    }
    offset += count
  }

  /// The next bytes are a structure.
  func take(_ table: FieldTable) throws {
    for (field, size) in table.fields { try take(size, field) }
  }

  /// The next bytes mean nothing any more: zeros, or what is left of something.
  func take(unused bytes: UnsafeRawBufferPointer) throws {
    try take(bytes.count, bytes.allSatisfy { $0 == 0 } ? .zeros : .remains)
  }

  /// Hands on what is left; after the last byte.
  func flush() throws {
    if let range = pending { try visit(range) }
    pending = nil
  }
}
