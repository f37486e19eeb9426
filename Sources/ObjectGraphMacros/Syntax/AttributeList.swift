/// The attributes in front of a declaration.
struct AttributeList: Equatable {
  /// Attributes between `#if` and `#endif`, clause by clause.
  struct Region: Equatable {
    struct Clause: Equatable {
      var directive: Range<Int>
      var attributes: [Attribute]
    }

    var clauses: [Clause]
  }

  /// The attributes that stand outside of any condition.
  var unconditional: [Attribute] = []
  var regions: [Region] = []

  /// All attributes, those under conditions included.
  var all: [Attribute] { unconditional + regions.flatMap { $0.clauses.flatMap(\.attributes) } }
}
