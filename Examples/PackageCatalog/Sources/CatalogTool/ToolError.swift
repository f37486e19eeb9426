/// A failure of the program itself, said in one line.
struct ToolError: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
