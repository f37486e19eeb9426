public import Foundation
package import LogStore

/// A working set of objects of one container: what was fetched, inserted, changed and deleted since the last
/// save.
///
/// A context and its objects belong to one isolation: nothing in them is safe to use from two threads at a
/// time. The context holds its registered objects until nobody else does and a sweep comes by; see `trim()`.
public final class ModelContext {
  /// The container that the context works on.
  public var container: ModelContainer { heldContainer ?? owner ?? ModelContainer(core: core) }
  private let heldContainer: ModelContainer?
  /// The main context belongs to its container, which therefore is not held.
  private(set) weak var owner: ModelContainer?
  let core: ContainerCore
  /// Whether changes are saved by themselves.
  ///
  /// `mainContext` saves `autosaveInterval` after the first change, in a turn of the main actor of its own:
  /// never in the middle of what the program does in one go. What is pending when the process exits normally
  /// on the main actor is saved then. In any other context it is off unless the program switches it on; such
  /// a context belongs to no actor that could be asked for a turn, so it saves at the beginning of the first
  /// fetch after the interval.
  public var autosaveEnabled = false {
    didSet { autosaveEnabled ? scheduleAutosaveIfChanged() : cancelAutosave() }
  }
  /// Seconds from the first change to the automatic save.
  public var autosaveInterval: TimeInterval = 1
  /// Called when an automatic save fails. The changes are still pending, and it is tried again, at longer and
  /// longer intervals. Without a handler the failure is written to standard error. `autosaveDidFail` is
  /// posted in either case.
  public var onAutosaveError: ((any Error) -> Void)?
  /// What a save does with objects that another context has changed meanwhile.
  public var mergePolicy = MergePolicy.objectTrump
  /// Who makes the changes; kept in the history.
  public var author: String?
  /// What a collision of unique values means for an insertion.
  package var uniquenessPolicy = UniquenessPolicy.upsert

  let store: Store
  let schema: CompiledSchema
  let map = IdentityMap()

  var inserted: [any PersistentModel] = []
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  var deletedIDs: Set<UInt64> = []
  var adjustments: [Overlay.MemberKey: MemberAdjustment] = [:]
  /// To-many storages that hold objects.
  var listed: [ToManyStorage] = []
  /// To-many storages with an append that was recognised by its end only.
  var unverified: [ToManyStorage] = [] {
    didSet { hasUnverified = !unverified.isEmpty }
  }
  @usableFromInline private(set) var hasUnverified = false
  /// Counts deletions, so that caches know when to look again.
  var deletionStamp = 1

  var overlay = Overlay()
  var stale: [any PersistentModel] = []
  var staleMembers: Set<Overlay.MemberKey> = []

  /// Newest commit that the registered objects show.
  var seen: SequenceNumber
  /// How many blocks of `transaction` are running, one inside the other.
  var transactionDepth = 0
  /// Ids that upserts merged into others.
  var forwarded: [UInt64: UInt64] = [:]
  /// What went wrong where nothing could be thrown; the next save throws the first.
  var failures = FailureLog()
  /// Relationships that lack a target which the program gave them.
  var refused: [RefusedLink] = []
  /// Properties, as a mask, that were changed here and by another context, by object.
  var conflicts: [UInt64: UInt64] = [:]
  var isSaving = false
  /// Newest commit that this context made.
  var savedAt: SequenceNumber = 0
  var sweepThreshold = 4096
  /// When the next automatic save is due; nil if there is nothing to save.
  var autosaveDeadline: Date?
  /// Number of the entry in the schedule of the main actor.
  var autosaveTicket: Int?
  /// How often the automatic save of the pending changes failed.
  var autosaveFailures = 0
  /// Whether this is the context of the main actor.
  let isMain: Bool

  let encoder: UnsafeMutablePointer<_RecordEncoder.Core>?
  let decoder: UnsafeMutablePointer<_RecordDecoder.Core>
  var foreignFields: [LayoutID: [Int32]] = [:]
  /// Layouts with external fields, as `EntityDescriptor.plain` gives them.
  var plainLayouts: [LayoutID: RecordLayout] = [:]
  /// Where records with external fields are put into the form that is wanted: one for reading, two for writing.
  var recasts: RecordRecasts {
    if let madeRecasts { return madeRecasts }
    let recasts = RecordRecasts()
    madeRecasts = recasts
    return recasts
  }
  private var madeRecasts: RecordRecasts?
  var descriptorTable: [EntityDescriptor?] = []

  /// Makes an empty context.
  public convenience init(_ container: ModelContainer) { self.init(container.core, container, nil) }

  convenience init(core: ContainerCore, owner: ModelContainer) { self.init(core, nil, owner) }

  private init(_ core: ContainerCore, _ container: ModelContainer?, _ owner: ModelContainer?) {
    self.core = core
    heldContainer = container
    self.owner = owner
    isMain = owner != nil
    store = core.store
    schema = core.compiledSchema
    seen = core.store.sequence
    if let first = core.compiledSchema.descriptors.first {
      let encoder = UnsafeMutablePointer<_RecordEncoder.Core>.allocate(capacity: 1)
      encoder.initialize(to: _RecordEncoder.Core(entity: first))
      self.encoder = encoder
    } else {
      encoder = nil
    }
    decoder = .allocate(capacity: 1)
    decoder.initialize(to: .init(source: .record, view: nil, fields: [], entity: nil, failure: nil))
    for descriptor in schema.descriptors {
      let place = Int(descriptor.id.rawValue)
      if place >= descriptorTable.count {
        descriptorTable.append(contentsOf: repeatElement(nil, count: place + 1 - descriptorTable.count))
      }
      descriptorTable[place] = descriptor
    }
  }

  deinit {
    inserted = []
    changed = []
    deleted = []
    stale = []
    letGo()
    encoder?.deinitialize(count: 1)
    encoder?.deallocate()
    decoder.deinitialize(count: 1)
    decoder.deallocate()
  }

  /// The description of an entity of the store, if the program has a class for it.
  func descriptor(_ id: EntityID) -> EntityDescriptor? {
    let place = Int(id.rawValue)
    return place < descriptorTable.count ? descriptorTable[place] : nil
  }
}

@available(*, unavailable)
extension ModelContext: Sendable {}
