import LogStore

extension ObjectGraphError {
  /// The object layer's form of a failure of the store.
  init(_ error: any Error) {
    if let error = error as? ObjectGraphError {
      self = error
    } else if let error = error as? StoreError {
      self.init(store: error)
    } else {
      self = .store(message: "\(error)")
    }
  }

  private init(store error: StoreError) {
    switch error.code {
    case .schemaMismatch:
      self = .schemaMismatch(store: error.path ?? "the store", differences: error.differences)
    case .validation:
      let denied = error.violations.first { $0.rule == .deleteDenied }
      if let denied, error.violations.allSatisfy({ $0.rule == .deleteDenied }) {
        self = .deleteDenied(entity: denied.entity, property: denied.property, message: "\(error)")
      } else {
        self = .validation(
          error.violations.map {
            ValidationFailure(
              entity: $0.entity,
              property: $0.property,
              object: "\($0.entity)/\($0.object)",
              reason: $0.found,
              related: Self.related($0)
            )
          }
        )
      }
    case .uniquenessViolation:
      let violation = error.violations.first
      self = .uniquenessViolation(
        entity: violation?.entity ?? "object",
        properties: error.violations.map(\.property),
        message: "\(error)"
      )
    case .keyMissing: self = .missingKey(message: "\(error)")
    case .wrongKey: self = .wrongKey(message: "\(error)")
    case .keysCorrupt, .sealCorrupt: self = .encryptionDamaged(message: "\(error)")
    case .conflict: self = .conflict(message: "\(error)")
    case .commitOutcomeUnknown: self = .outcomeUnknown(sequence: error.sequence ?? 0, message: "\(error)")
    case .arithmetic: self = .arithmeticOverflow(message: "\(error)")
    default: self = .store(message: "\(error)")
    }
  }

  private static func related(_ violation: StoreError.Violation) -> String? {
    guard let entity = violation.relatedEntity, let object = violation.related else { return nil }
    return "\(entity)/\(object)"
  }
}
