/// The structured value of one attribute, taken apart.
struct FieldSearch {
  let index: Int
  var node: StructuredNode?
}
