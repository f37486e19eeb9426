/// Why a request could not be answered; shown to the user as a diagnostic at the attribute.
struct PluginFailure: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
