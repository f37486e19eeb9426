import LogStore

extension ModelContext {
  /// How a fetch would be answered now: the index or extent that the candidates come from, the condition that
  /// is tested on their records, and, as residual, what has to be asked of objects because the store has no
  /// words for it.
  ///
  /// Throws what the fetch would throw before it looks at the first object. Looks indexes up, but makes no
  /// object.
  public func explain<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> FetchPlan {
    try prepare()
    let plan = try plan(descriptor)
    var answer = try view(descriptor.includePendingChanges).explain(plan.query)
    answer.residual = plan.residual?.text
    answer.limit = plan.limit
    answer.offset = plan.offset
    if let order = plan.order { answer.sort = order.descriptions }
    return FetchPlan(answer)
  }
}
