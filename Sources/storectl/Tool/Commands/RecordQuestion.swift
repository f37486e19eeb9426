import LogStore

/// The objects that the operands and options of a command ask for.
struct RecordQuestion {
  let view: GraphView
  let query: RecordQuery

  /// Reads entity, filter and order.
  ///
  /// - Throws: `UsageError` for what is not understood or not in the store.
  init(_ context: Command.Context, _ snapshot: Snapshot) throws {
    view = GraphView(snapshot: snapshot)
    let catalog = snapshot.catalog
    let name = context.arguments.operand("ENTITY") ?? ""
    guard let entity = catalog.entity(named: name) else { throw UsageError.unknownEntity(name, catalog) }
    var query = RecordQuery(entity: entity.id)
    if let text = context.arguments.operand("FILTER") {
      query.filter = try Self.filter(text, entity.id, catalog, context.arguments.values("arg"))
    } else if let argument = context.arguments.values("arg").first {
      throw UsageError("'--arg \(argument)' was given, and no filter that could use it")
    }
    for text in context.arguments.values("sort").flatMap({ $0.split(separator: ",") }) {
      do throws(TextFilterError) {
        query.sort.append(try TextFilter.sortKey(parsing: String(text), entity: entity.id, catalog: catalog))
      } catch {
        throw UsageError("'--sort \(text)', \(error)")
      }
    }
    query.limit = try context.arguments.count("limit")
    query.offset = try context.arguments.count("offset") ?? 0
    self.query = query
  }

  private static func filter(
    _ text: String,
    _ entity: EntityID,
    _ catalog: Catalog,
    _ given: [String]
  ) throws -> FilterExpression {
    var arguments: [String: String] = [:]
    for argument in given {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError("'--arg' takes NAME=VALUE, and '\(argument)' was given")
      }
      guard arguments.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
        throw UsageError("'--arg' gives '\(parts[0])' twice")
      }
    }
    let filter: TextFilter
    do throws(TextFilterError) {
      filter = try TextFilter(parsing: text, entity: entity, catalog: catalog, arguments: arguments)
    } catch {
      throw UsageError("the filter is not understood at \(error)")
    }
    if let unused = arguments.keys.filter({ !filter.arguments.contains($0) }).min() {
      throw UsageError("'--arg \(unused)' was given, and the filter does not mention $\(unused)")
    }
    return filter.expression
  }
}

extension CommandOption {
  static let arguments = CommandOption(
    name: "arg",
    value: "NAME=VALUE",
    summary: "what $NAME in the filter stands for",
    isRepeated: true
  )
}

extension Command {
  /// How filters are written, for help texts.
  static let filterHelp = """
    FILTER is a condition on the objects, for example:

      age >= 18 AND NOT name BEGINSWITH[cd] 'o'
      team.name == $team OR ANY tags.text IN {'ice', 'snow'} OR tags.@count > 3
      born BETWEEN {2001-01-01, 2001-12-31T23:59:59Z} AND badge != nil

      comparisons  = == != <> < <= =< > >= =>, BETWEEN {a, b}, IN {a, b, c}
      texts        CONTAINS, BEGINSWITH, ENDSWITH; with [c] without regard to case, with [d]
                   to diacritics, with [cd] to both; also behind = and !=
      logic        AND && OR || NOT ! ( ) TRUEPREDICATE FALSEPREDICATE
      to-many      ANY, SOME, ALL or NONE in front of a path, or PATH.@count
      paths        names with dots between them, through to-one relationships and into
                   structured values; SELF is the object, compared with ids; #NAME for a
                   property that is called like a keyword
      constants    numbers, 'text' or "text" (with \\' \\" \\\\ \\n \\r \\t), YES NO TRUE FALSE, NIL
                   NULL, $NAME for an argument; they take the kind of the property: a date is
                   2024-05-17T09:30:00Z (UTC without a zone) or seconds since 2001, a UUID is in
                   quotes, data is '0x0aff' or base64 in quotes

    A missing value is equal to nil alone, and any other comparison with it is false.
    Texts are compared by characters and canonical equivalence. [c] maps each letter to
    the lower case of its upper case by Unicode, without regard to language; [d] leaves out
    nonspacing marks of the decomposed text.
    """
}
