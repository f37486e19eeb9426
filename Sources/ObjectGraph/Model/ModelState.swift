/// Special conditions of an object, in one byte of its header.
@usableFromInline
struct ModelState: OptionSet {
  @usableFromInline var rawValue: UInt8

  @usableFromInline
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Merged into another object by an upsert: reads and writes go there.
  @usableFromInline static var forwarding: ModelState { ModelState(rawValue: 1) }
  /// Made to find out what key paths read.
  @usableFromInline static var tracer: ModelState { ModelState(rawValue: 2) }
  /// Inserted and not saved yet.
  @usableFromInline static var inserted: ModelState { ModelState(rawValue: 4) }
  /// In the context's list of changed objects.
  @usableFromInline static var changed: ModelState { ModelState(rawValue: 8) }
  /// Deleted; the deletion is not saved yet.
  @usableFromInline static var deleted: ModelState { ModelState(rawValue: 16) }
  /// Its record in the context's overlay is older than its slots.
  @usableFromInline static var stale: ModelState { ModelState(rawValue: 32) }
  /// No longer in the store, or never was although it has an id.
  @usableFromInline static var gone: ModelState { ModelState(rawValue: 64) }
  /// Its context is gone; see `FormerContext`.
  @usableFromInline static var orphaned: ModelState { ModelState(rawValue: 128) }
}
