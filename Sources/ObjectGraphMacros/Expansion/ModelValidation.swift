struct ModelValidation {
  var diagnostics: [MacroDiagnostic] = []
  init(_ model: ModelMacro) {}
}
