/// What a macro answers: new source and messages.
///
/// The source is given together with errors too, so that one mistake does not bring a trail of
/// other errors behind it.
struct Expansion {
  var source: String
  var diagnostics: [MacroDiagnostic] = []

  static let nothing = Expansion(source: "")
}
