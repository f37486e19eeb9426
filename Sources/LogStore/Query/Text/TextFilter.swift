/// Filters in words, for tools: `age >= 18 AND ANY friends.name BEGINSWITH[cd] 'o'`.
///
///     filter      condition, NOT filter, filter AND filter, filter OR filter, (filter), also ! && ||,
///                 TRUEPREDICATE, FALSEPREDICATE
///     condition   value = value, and == != <> < <= =< > >= =>; value BETWEEN {a, b}; value IN {a, b, c};
///                 text CONTAINS text, BEGINSWITH, ENDSWITH; a path of a bool alone
///                 ANY, SOME, ALL or NONE in front: of the objects of the to-many relationship in the path
///     flags       [c], [d] or [cd] behind a text operator, = or !=: see `TextFolding`
///     value       a path, or a constant: number, 'text' or "text", YES NO TRUE FALSE, NIL NULL, $argument,
///                 a date as 2024-05-17T09:30:00Z or in seconds since 2001, data as '0x…' or base64
///     path        names with dots between them, through to-one relationships and into structured values;
///                 relationship.@count; SELF, the object itself, compared with ids; #name for a name that is a
///                 keyword
///
/// Keywords may be written in small letters. A constant takes the kind of the property that it is compared with. A
/// null is equal to null alone; every other comparison with it is false.
package struct TextFilter: Sendable {
  /// The condition.
  package let expression: FilterExpression
  /// Names of the arguments that it mentions.
  package let arguments: Set<String>

  /// Reads a filter on objects of an entity.
  ///
  /// - Parameter arguments: Texts for `$name`, read as constants of the kind that is wanted.
  /// - Throws: What was not understood, or is not in the catalog.
  /// - Complexity: O(text · names of the entities concerned).
  package init(
    parsing text: String,
    entity: EntityID,
    catalog: Catalog,
    arguments: [String: String] = [:]
  ) throws(TextFilterError) {
    var parser = TextFilterParser(
      tokens: try TextFilterLexer.tokens(of: text),
      names: TextFilterNames(catalog: catalog),
      entity: entity,
      arguments: arguments
    )
    expression = try parser.parse()
    self.arguments = parser.usedArguments
  }

  /// Reads a key of an order: a path, then `:desc` or `:asc` if it is wanted.
  package static func sortKey(
    parsing text: String,
    entity: EntityID,
    catalog: Catalog
  ) throws(TextFilterError) -> RecordQuery.SortKey {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let direction = parts.count == 2 ? parts[1].lowercased() : "asc"
    guard direction == "asc" || direction == "desc" else {
      throw TextFilterError(
        column: parts[0].count + 2,
        found: "'\(parts[1])'",
        expected: "'asc' or 'desc'",
        near: NearbyNames.of(direction, among: ["asc", "desc"])
      )
    }
    let names = TextFilterNames(catalog: catalog)
    let scope = TextFilterNames.Scope(entity: entity, variable: 0)
    guard
      case .value(.attribute(let path, let attribute), .stored, _) = try names.resolve(
        TextFilterNames.split(String(parts[0]), column: 1),
        in: scope
      )
    else {
      throw TextFilterError(column: 1, found: "'\(parts[0])'", expected: "an attribute to sort by")
    }
    return RecordQuery.SortKey(path: path, attribute: attribute, ascending: direction == "asc")
  }
}
