/// Why a cryptographic operation was refused. No case carries bytes of a key, a message or a tag.
package enum SealingError: Error, Equatable, CustomStringConvertible {
  /// What a length or number belongs to.
  package enum Subject: String, Sendable {
    case key, nonce, tag, message, counter
    case derivedKey = "derived key"
    case rounds = "number of rounds"
    case secret
  }

  /// The subject must have exactly that many bytes.
  case wrongLength(Subject, expected: Int, found: Int)
  /// The subject's length or number is outside what the algorithm is defined for.
  case outOfRange(Subject, allowed: ClosedRange<Int>, found: Int)
  /// Source and destination share some of their bytes without being the same.
  case overlappingBuffers
  /// The tag does not belong to these bytes, this associated data, this nonce and this key.
  case notAuthentic
  /// The system gave no memory for a secret.
  case outOfMemory

  package var description: String {
    switch self {
    case .wrongLength(let subject, let expected, let found):
      "The \(subject.rawValue) has \(found) bytes where the algorithm wants \(expected); pass one of that length."
    case .outOfRange(let subject, let allowed, let found):
      """
      The \(subject.rawValue) is or has \(found) where the algorithm allows \(allowed.lowerBound) to \
      \(allowed.upperBound); choose one in that range.
      """
    case .overlappingBuffers:
      "Source and destination overlap without being the same bytes; pass the same buffer twice, or two apart."
    case .notAuthentic:
      """
      The sealed bytes fail their authentication tag: bytes, associated data, nonce or key are not those that \
      were sealed. Nothing was decrypted; look whether the key is the right one, then whether the bytes are.
      """
    case .outOfMemory:
      "The system gave no memory for a secret; free memory, or raise the process's limit on mappings."
    }
  }
}
