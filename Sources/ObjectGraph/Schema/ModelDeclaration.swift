/// What one class of a chain declares itself.
struct ModelDeclaration: Sendable {
  var type: any PersistentModel.Type
  var name: String
  var originalName: String
  var isAbstract: Bool
  var properties: [PropertyShape] = []
  var uniqueness: [[String]] = []
  var indexes: [[String]] = []
}
