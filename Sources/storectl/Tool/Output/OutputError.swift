/// Why output could not be written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The program that read the output has ended, as `head` does when it has seen enough.
  case readerLeft
  /// The system refused to write.
  case cannotWrite(reason: String)

  package var description: String {
    switch self {
    case .readerLeft: "the reader of the output has ended"
    case .cannotWrite(let reason): "cannot write the output: \(reason)"
    }
  }
}
