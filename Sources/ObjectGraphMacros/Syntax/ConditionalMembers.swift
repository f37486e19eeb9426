/// Members between `#if` and `#endif`.
struct ConditionalMembers: Equatable {
  struct Clause: Equatable {
    /// The directive with its condition: `#if DEBUG`, `#elseif os(Linux)`, `#else`.
    var directive: Range<Int>
    var members: [Member]
  }

  var clauses: [Clause]
  var range: Range<Int>
}
