/// Counting by testing every object of an entity.
extension GraphReader {
  /// Number of objects of exactly an entity that fulfil a condition that cannot fail, found by two threads if they are
  /// many.
  static func count(
    _ filter: FilterExpression,
    _ source: Source,
    _ entity: EntityID
  ) throws(StoreError) -> Int {
    guard let middle = source.middle(of: entity) else {
      return try count(filter, source, entity, from: .none, to: nil)
    }
    let worker = Worker()
    let behind = Lock<Result<Int, StoreError>>(.success(0))
    let isShared = worker.submit {
      let result: Result<Int, StoreError>
      do throws(StoreError) {
        result = .success(try count(filter, source, entity, from: middle, to: nil))
      } catch {
        result = .failure(error)
      }
      behind.withLock { $0 = result }
    }
    defer { worker.finish() }
    let before = try count(filter, source, entity, from: .none, to: isShared ? middle : nil)
    worker.finish()
    return before + (try behind.withLock { $0 }.get())
  }

  private static func count(
    _ filter: FilterExpression,
    _ source: Source,
    _ entity: EntityID,
    from first: ObjectID,
    to end: ObjectID?
  ) throws(StoreError) -> Int {
    // Compiled conditions remember what they have met: each thread has its own.
    let evaluator = Evaluator(access: GraphReader(source: source))
    let condition = FilterCompiler.compile(filter, evaluator.access)
    let sieve = RowSieve(condition, evaluator, entities: nil, enough: nil)
    var count = 0
    try source.forEachBatch(of: entity, from: first, to: end) { (rows) throws(StoreError) in
      count += try sieve.count(rows)
    }
    return count
  }
}
