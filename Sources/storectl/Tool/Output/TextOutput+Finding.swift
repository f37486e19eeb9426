import LogStore

extension TextOutput {
  /// Adds a finding as a line, its severity in a colour.
  func write(_ finding: CheckFinding) throws(OutputError) {
    let label = finding.severity.label
    let colour: TextColour =
      switch finding.severity {
      case .note: .cyan
      case .tornTail, .unreadable: .yellow
      case .corruption: .red
      }
    try writeLine(coloured(label, colour) + finding.description.dropFirst(label.count))
  }
}

extension CheckFinding.Severity {
  /// As it stands in documents for programs.
  var name: String { "\(self)" }
}

extension JSONDocument {
  /// A finding.
  init(_ finding: CheckFinding) {
    self = [
      "severity": .string(finding.severity.name),
      "path": JSONDocument(finding.path) { .string($0) },
      "offset": JSONDocument(finding.offset) { JSONDocument($0) },
      "found": .string(finding.found),
      "objects": .array(finding.objects.map { JSONDocument($0.rawValue) }),
    ]
  }
}
