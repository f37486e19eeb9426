/// Hands out ids below a durable limit.
struct IDAllocator {
  private(set) var next: UInt64
  private(set) var limit: UInt64
  private var block: UInt64 = 1024
  private var nextUnsaved = FormatConstants.idBound

  init(next: UInt64, limit: UInt64) {
    self.next = max(next, 1)
    self.limit = max(limit, 1)
  }

  /// Whether the limit has to be raised first.
  var isExhausted: Bool { next >= limit }

  /// The next id; nil if the limit has to be raised first, which is of no use at the end of the numbers.
  mutating func take() -> ObjectID? {
    guard next < limit else { return nil }
    defer { next += 1 }
    return ObjectID(rawValue: next)
  }

  /// The next id, whatever the limit: for ids that become durable together with a limit above them.
  mutating func takeInCommit() -> ObjectID {
    defer { next += 1 }
    return ObjectID(rawValue: next)
  }

  /// An id from the upper end of the numbers, which no commit reaches: for objects that are never written.
  mutating func takeUnsaved() -> ObjectID {
    nextUnsaved -= 1
    return ObjectID(rawValue: nextUnsaved)
  }

  /// The limit that a commit or superblock should make durable: a block ahead, growing while ids are taken fast,
  /// so that a bulk load raises it seldom and a small store wastes few.
  var nextLimit: UInt64 { min(max(limit, next) + block, max(FormatConstants.idBound, next)) }

  /// Whether all numbers were handed out.
  var isUsedUp: Bool { next >= FormatConstants.idBound }

  /// Leaves out all ids up to one: objects have them that brought them along.
  mutating func skip(past id: ObjectID) { next = max(next, id.rawValue + 1) }

  /// Whether a commit should carry a higher limit.
  var isLow: Bool { next + block / 2 > limit }

  /// Takes a limit into use that is durable now.
  mutating func raise(to limit: UInt64) {
    guard limit > self.limit else { return }
    self.limit = limit
    block = min(block * 2, 1 << 16)
  }
}
