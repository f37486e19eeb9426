/// Dumps written by hand.
enum DumpText {
  /// A schema with each kind of relationship.
  static let schema = line(
    #"{"schema":{"entities":[{"name":"Person","attributes":[{"name":"name","kind":"string","type":"String"}],"#,
    #""relationships":[{"name":"team","destination":"Team","inverse":"people","deleteRule":"nullify","#,
    #""flags":["optional"]},{"name":"friends","destination":"Person","inverse":"friends","#,
    #""deleteRule":"nullify","flags":["toMany","ordered"]},{"name":"badge","destination":"Badge","#,
    #""inverse":"holder","deleteRule":"nullify","flags":["optional"]},{"name":"likes","#,
    #""destination":"Team","deleteRule":"nullify","flags":["toMany","ordered"]},{"name":"mentor","#,
    #""destination":"Person","deleteRule":"nullify","flags":["optional"]}],"unique":[["name"]]},"#,
    #"{"name":"Team","attributes":[],"relationships":[{"name":"people","destination":"Person","#,
    #""inverse":"team","deleteRule":"nullify","maximum":3,"flags":["toMany","ordered"]},"#,
    #"{"name":"sports","destination":"Sport","inverse":"teams","deleteRule":"nullify","#,
    #""flags":["toMany","ordered"]}]},{"name":"Badge","attributes":[],"relationships":[{"name":"holder","#,
    #""destination":"Person","inverse":"badge","deleteRule":"nullify","flags":["optional"]}]},"#,
    #"{"name":"Sport","attributes":[],"relationships":[{"name":"teams","destination":"Team","#,
    #""inverse":"sports","deleteRule":"nullify","flags":["toMany","ordered"]}]}]}"#
  )

  /// The first line of a dump with that schema and a number of objects.
  static func head(_ objects: Int) -> String { line(schema, #","objects":\#(objects)}"#) }

  /// Objects of that schema, whose orders are not those of their ids.
  static let graph = [
    head(8),
    team(1, people: [8, 2, 3], sports: [7, 6]),
    person(2, team: 1, friends: [8, 3], badge: 5, likes: [4, 1], mentor: 8),
    person(3, team: 1, friends: [2], mentor: 3),
    team(4, sports: [6, 7]),
    #"{"id":5,"entity":"Badge","values":{},"relationships":{"holder":2}}"#,
    #"{"id":6,"entity":"Sport","values":{},"relationships":{"teams":[4,1]}}"#,
    #"{"id":7,"entity":"Sport","values":{},"relationships":{"teams":[1,4]}}"#,
    person(8, team: 1, friends: [8, 2]),
  ]

  static func team(_ id: Int, people: [Int] = [], sports: [Int] = []) -> String {
    line(
      #"{"id":\#(id),"entity":"Team","values":{},"relationships":{"people":"#,
      list(people),
      #","sports":\#(list(sports))}}"#
    )
  }

  static func person(
    _ id: Int,
    team: Int? = nil,
    friends: [Int] = [],
    badge: Int? = nil,
    likes: [Int] = [],
    mentor: Int? = nil
  ) -> String {
    line(
      #"{"id":\#(id),"entity":"Person","values":{"name":"p\#(id)"},"relationships":{"team":"#,
      team.map(String.init) ?? "null",
      #","friends":\#(list(friends)),"badge":\#(badge.map(String.init) ?? "null"),"likes":\#(list(likes))"#,
      #","mentor":\#(mentor.map(String.init) ?? "null")}}"#
    )
  }

  private static func list(_ ids: [Int]) -> String { "[" + ids.map(String.init).joined(separator: ",") + "]" }

  /// Parts of a line, put together.
  static func line(_ parts: String...) -> String { parts.joined() }

  /// Lines as a text.
  static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// The first line of a dump whose only entity, Thing, has an attribute of each kind.
  static func things(_ objects: Int) -> String {
    let attributes = SampleStore.kinds.map {
      #"{"name":"\#($0.0)","kind":"\#($0.1)","type":"","flags":["optional"]}"#
    }
    return line(
      #"{"schema":{"entities":[{"name":"Thing","attributes":["#,
      (attributes + [#"{"name":"opaque","kind":"opaque","flags":["optional"]}"#]).joined(separator: ","),
      #"],"relationships":[]}]},"objects":\#(objects)}"#
    )
  }

  /// A line of that dump with one value.
  static func thing(_ id: Int, _ name: String, _ value: String) -> String {
    let names = SampleStore.kinds.map(\.0) + ["opaque"]
    let values = names.map { #""\#($0)":\#($0 == name ? value : "null")"# }
    return line(
      #"{"id":\#(id),"entity":"Thing","values":{"#,
      values.joined(separator: ","),
      #"},"relationships":{}}"#
    )
  }
}
