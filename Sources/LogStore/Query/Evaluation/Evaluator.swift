/// What a compiled filter needs while it runs: access to other objects, and the objects that enclosing
/// quantifiers are at.
final class Evaluator {
  /// The state that the query sees.
  let access: RecordAccess
  /// The objects of the enclosing variables, outermost first, without the innermost one.
  @exclusivity(unchecked) private(set) var outer: [Row] = []

  init(access: RecordAccess) { self.access = access }

  /// The object of a variable.
  ///
  /// - Parameter row: The innermost object, whose variable has the number `outer.count`.
  func row(of variable: Int, innermost row: Row) -> Row {
    variable < outer.count ? outer[variable] : row
  }

  /// Runs a closure with one more enclosing variable.
  func nest<R>(in row: Row, _ body: () throws(StoreError) -> R) throws(StoreError) -> R {
    outer.append(row)
    defer { outer.removeLast() }
    return try body()
  }

  /// Visits the targets of a to-many relationship until the closure answers false. The object
  /// under test becomes an enclosing variable.
  func forEachMember(
    of owner: ObjectID,
    in row: Row,
    _ relationship: PropertyID,
    _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let targets = access.members(of: owner, relationship)
    if targets.isEmpty { return }
    try nest(in: row) { () throws(StoreError) in
      var goes = true
      for target in targets where goes {
        _ = try access.visit(target) { (view) throws(StoreError) in
          goes = try body(Row(record: view, id: target))
        }
      }
    }
  }
}
