/// What a decoder must not do, other than to end the process.
struct FuzzViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
