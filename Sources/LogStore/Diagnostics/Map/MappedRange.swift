/// Bytes of a file of a store that belong together.
package struct MappedRange: Sendable {
  /// The file, from the directory of the store on.
  package let file: String
  /// Where they begin in the file.
  package let offset: UInt64
  /// How many there are.
  package internal(set) var count: UInt64
  /// What they are.
  package let field: MapField
}
