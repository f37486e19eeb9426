/// A message to the user, at a place in the source that the request brought.
struct MacroDiagnostic: Equatable {
  enum Severity: String {
    case error
    case warning
  }

  struct FixIt: Equatable {
    var message: String
    var edits: [Edit]
  }

  /// Replaces the bytes of a range, counted from the beginning of the request's source.
  struct Edit: Equatable {
    var range: Range<Int>
    var text: String
  }

  var severity: Severity = .error
  var message: String
  /// Byte from the beginning of the request's source.
  var position: Int
  var fixIts: [FixIt] = []
}
