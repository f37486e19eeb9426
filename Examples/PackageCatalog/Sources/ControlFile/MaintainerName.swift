/// A person or team in the form `Name <mail>`.
public struct MaintainerName: Equatable, Hashable, Sendable {
  /// The name, or the address if only that was given.
  public var name: String
  /// The address between the angle brackets, or nil.
  public var mail: String?

  /// What tells two maintainers apart: the address in lower case, or the name where there is none.
  public var key: String { mail?.lowercased() ?? name }

  /// Splits a field; nil if it is empty.
  public init?(field: String) {
    guard let open = field.lastIndex(of: "<"), let close = field[open...].firstIndex(of: ">") else {
      let name = field.trimmed
      if name.isEmpty { return nil }
      self.name = name
      return
    }
    let mail = String(field[field.index(after: open)..<close]).trimmed
    let name = String(field[..<open]).trimmed
    if mail.isEmpty && name.isEmpty { return nil }
    self.name = name.isEmpty ? mail : name
    self.mail = mail.isEmpty ? nil : mail
  }
}

extension String {
  /// The text without ASCII spaces and tabs at both ends.
  fileprivate var trimmed: String {
    let bytes = Array(utf8)
    return String(decoding: bytes[...].trimmingBlanks(), as: UTF8.self)
  }
}
