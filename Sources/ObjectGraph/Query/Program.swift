/// A predicate node made ready to be run: exact, and checked where Swift would trap.
struct Program<Output> {
  /// Gives the value. Throws `FilterFailure` where there is none.
  let run: (ProgramFrame) throws -> Output

  init(_ run: @escaping (ProgramFrame) throws -> Output) { self.run = run }

  /// The program that combines the results of this and another, both of them always run.
  func combined<Other, Result>(
    with other: Program<Other>?,
    _ combine: @escaping (Output, Other) throws -> Result
  ) -> Program<Result>? {
    guard let other else { return nil }
    return Program<Result> { frame in try combine(run(frame), other.run(frame)) }
  }

  /// The program that makes something of the result of this one.
  func map<Result>(_ transform: @escaping (Output) throws -> Result) -> Program<Result> {
    Program<Result> { frame in try transform(run(frame)) }
  }
}
