import Foundation

/// The targets of one to-many relationship of one object, as far as they are in memory.
///
/// For a registered owner the ids are the truth and the array of objects is a cache that the context drops
/// before it sweeps. For an unregistered owner the objects are the truth.
public class ToManyStorage {
  /// Property that the targets belong to.
  var index: Int
  /// The targets of a registered owner, in order; valid while `isLoaded`.
  var ids: [UInt64] = []
  /// Whether `ids` is valid.
  var isLoaded = false
  /// Whether the program stated the list: it is sent whole at the next save, and it may not be dropped.
  var isStated = false
  /// Whether the context has it in its list of things to drop.
  var isListed = false
  /// An append was recognised by its end only; the part before it is compared before anybody looks.
  var isUnverified = false
  /// Number of deletions in the context when the cache was made.
  var stamp = 0
  /// Targets of an unregistered owner that were put there because they name the owner.
  var echoes: [WeakModel] = []

  /// The owner, while an append is not compared.
  var owner: (any PersistentModel)?
  private var memberSet: Set<UInt64>?

  init(index: Int) { self.index = index }

  /// Whether an id is in the list of a registered owner.
  func contains(_ id: UInt64) -> Bool {
    if ids.count < 32 { return ids.contains(id) }
    if let memberSet, memberSet.count == ids.count { return memberSet.contains(id) }
    let fresh = Set(ids)
    memberSet = fresh
    return fresh.contains(id)
  }

  /// Forgets what is known of the members, after a change.
  func resetSet() { memberSet = nil }

  /// Adds an id to the list of a registered owner, which does not hold it yet.
  func append(_ id: UInt64, _ object: (any PersistentModel)?) {
    guard !contains(id) else { return }
    ids.append(id)
    memberSet?.insert(id)
    appendObject(object)
  }

  /// Takes an id out of the list of a registered owner.
  func remove(_ id: UInt64) {
    guard let place = ids.lastIndex(of: id) else { return }
    ids.remove(at: place)
    memberSet = nil
    dropObjects()
  }

  /// Takes deleted ids out.
  func removeAll(_ deleted: Set<UInt64>) {
    let count = ids.count
    ids.removeAll { deleted.contains($0) }
    guard ids.count != count else { return }
    memberSet = nil
    dropObjects()
  }

  /// Adds an object to the cache, or drops the cache.
  func appendObject(_ object: (any PersistentModel)?) {}

  /// Takes the ids of its targets when the owner is registered.
  func takeOver(_ ids: [UInt64]) {
    self.ids = ids
    isLoaded = true
    echoes = []
    memberSet = nil
    dropObjects()
  }

  /// Compares the part before appended targets with what it was.
  func verify(in context: ModelContext) {}

  /// Drops the cached objects of a registered owner.
  func dropObjects() {}

  /// Takes the objects back when the owner, which was never saved, has lost its context.
  func restore(_ owner: any PersistentModel, _ former: FormerContext) {}

  /// The objects that an unregistered owner holds, echoes included.
  func members() -> [any PersistentModel] { [] }

  /// Gives up the strong references and returns them.
  func takeMembers() -> [any PersistentModel] { [] }

  /// Takes one object out of an unregistered owner's list.
  func removeMember(_ object: any PersistentModel) {
    echoes.removeAll { $0.object === object || $0.object == nil }
  }

  /// Whether an unregistered owner holds an object strongly.
  func holds(_ object: any PersistentModel) -> Bool { false }
}

/// A weak reference in an array.
struct WeakModel {
  weak var object: (any PersistentModel)?
}

/// The same with the type of the targets.
final class TypedToManyStorage<T: PersistentModel>: ToManyStorage {
  /// The objects.
  var values: [T] = []
  /// Whether `values` are those of `ids`.
  var hasValues = false
  /// Addresses of `values`, to see in a modified array which part is unchanged.
  var known: [UInt] = []

  init(_ values: [T]) {
    super.init(index: -1)
    self.values = values
    hasValues = true
  }

  override init(index: Int) { super.init(index: index) }

  override func dropObjects() {
    guard hasValues else { return }
    values = []
    known = []
    hasValues = false
  }

  override func restore(_ owner: any PersistentModel, _ former: FormerContext) {
    values = former.members(of: owner, index, self)
    hasValues = true
    isLoaded = false
    ids = []
    known = []
  }

  override func appendObject(_ object: (any PersistentModel)?) {
    guard hasValues else { return }
    guard let object = object as? T, values.count == ids.count - 1 else { return dropObjects() }
    if known.count == values.count { known.append(address(object)) }
    values.append(object)
  }

  override func verify(in context: ModelContext) {
    guard let owner else { return }
    self.owner = nil
    guard hasValues, known.count == values.count, !matches(values, known.count) else { return }
    context.repair(owner, self, values)
  }

  override func members() -> [any PersistentModel] { combined }

  /// Objects of an unregistered owner in order: those it holds, then those that name it.
  var combined: [T] {
    echoes.isEmpty ? values : values + echoes.compactMap { $0.object as? T }
  }

  override func takeMembers() -> [any PersistentModel] {
    guard hasValues, !isLoaded else { return [] }
    defer { values = [] }
    return values
  }

  override func removeMember(_ object: any PersistentModel) {
    super.removeMember(object)
    values.removeAll { $0 === object }
  }

  override func holds(_ object: any PersistentModel) -> Bool { values.contains { $0 === object } }

  deinit {
    var pending = takeMembers()
    if !pending.isEmpty { RelationshipLink.dismantle(&pending) }
  }

  /// Notes the addresses of `values`.
  func rememberAddresses() {
    known.removeAll(keepingCapacity: true)
    known.reserveCapacity(values.count)
    for value in values { known.append(address(value)) }
  }

  /// Whether the first `count` objects of an array are the remembered ones.
  func matches(_ array: [T], _ count: Int) -> Bool {
    guard array.count >= count, known.count >= count else { return false }
    return array.withUnsafeBytes { left in
      known.withUnsafeBytes { right in
        guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return true }
        return memcmp(left, right, count * MemoryLayout<UInt>.size) == 0
      }
    }
  }

  func address(_ object: T) -> UInt { UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }
}
