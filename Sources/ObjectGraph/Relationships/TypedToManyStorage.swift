import Foundation

/// `ToManyStorage` with the type of the targets.
final class TypedToManyStorage<T: PersistentModel>: ToManyStorage {
  /// The objects.
  var values: [T] = []
  /// Whether `values` are those of `ids`.
  var hasValues = false
  /// Addresses of `values`, to see in a modified array which part is unchanged.
  var known: [UInt] = [] {
    didSet { knownSet = nil }
  }
  /// The same as a set, made when it is asked for.
  private var knownSet: Set<UInt>?

  init(_ values: [T]) {
    super.init(index: -1)
    isAssigned = true
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
    if known.count == values.count { know(object) }
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
    guard holds(object) else { return }
    values.removeAll { $0 === object }
    known = []
  }

  override func holds(_ object: any PersistentModel) -> Bool {
    guard hasValues, let object = object as? T else { return false }
    if known.count != values.count { rememberAddresses() }
    return knows(object)
  }

  /// Whether an object is among those whose addresses are remembered.
  func knows(_ object: T) -> Bool {
    if known.count < 16 { return known.contains(address(object)) }
    let set = knownSet ?? Set(known)
    knownSet = set
    return set.contains(address(object))
  }

  /// Remembers the address of one object more.
  func know(_ object: T) {
    var set = knownSet
    knownSet = nil
    known.append(address(object))
    set?.insert(address(object))
    knownSet = set
  }

  deinit {
    var pending = takeMembers()
    if !pending.isEmpty { RelationshipLink.dismantle(&pending) }
  }

  /// Notes the addresses of `values`.
  func rememberAddresses() {
    known = values.map { address($0) }
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
