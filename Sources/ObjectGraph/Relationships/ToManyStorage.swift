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
  /// Whether the program gave the whole list, by the initializer or by an assignment: an upsert replaces the
  /// targets that are there, where a list that was only added to is added.
  var isAssigned = false
  /// Targets that give no object, and the order of all targets when they were found.
  private var absent: (ids: Set<UInt64>, order: [UInt64])?
  /// Whether the program stated the list: it is sent whole at the next save, and it may not be dropped.
  var isStated = false
  /// Whether the context has it in its list of things to drop.
  var isListed = false
  /// An append was recognised by its end only; the part before it is compared before anybody looks.
  var isUnverified = false
  /// Number of deletions in the context when the cache was made.
  var stamp = 0
  /// Targets of an unregistered owner that were put there because they name the owner.
  private(set) var echoes: [WeakModel] = []
  /// Where in `echoes` an object stands, by its address. The object there may have gone, and another have its
  /// address.
  private var echoPlaces: [UInt: Int] = [:]

  /// The owner, while an append is not compared.
  var owner: (any PersistentModel)?
  private var memberSet: Set<UInt64>?

  init(index: Int) { self.index = index }

  /// The targets of a registered owner, those that give no object included: each stands behind the one that it
  /// stood behind, if that is still there.
  var allIDs: [UInt64] {
    guard let absent else { return ids }
    let shown = Set(ids)
    var behind: [UInt64: [UInt64]] = [:]
    var last: UInt64 = 0
    for id in absent.order {
      if absent.ids.contains(id), !shown.contains(id) {
        behind[last, default: []].append(id)
      } else if shown.contains(id) {
        last = id
      }
    }
    var all = behind[0] ?? []
    for id in ids {
      all.append(id)
      if let hidden = behind[id] { all.append(contentsOf: hidden) }
    }
    return all
  }

  /// Takes the targets of a registered owner.
  ///
  /// - Parameters:
  ///   - absent: Those that give no object.
  ///   - order: All, in order.
  func setMembers(_ ids: [UInt64], _ absent: Set<UInt64>, order: [UInt64]) {
    self.ids = ids
    self.absent = absent.isEmpty ? nil : (absent, order)
    isLoaded = true
    memberSet = nil
  }

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
    absent?.ids.subtract(deleted)
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
    dropEchoes()
    memberSet = nil
    absent = nil
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
    guard echoes.contains(where: { $0.object === object }) else { return }
    let left = echoes.compactMap(\.object).filter { $0 !== object }
    dropEchoes()
    for object in left { keepEcho(object) }
  }

  /// Notes an object that names the unregistered owner, unless that holds it or it is noted already.
  func addEcho(_ object: any PersistentModel) {
    if !holds(object) { keepEcho(object) }
  }

  private func keepEcho(_ object: any PersistentModel) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
    if let place = echoPlaces[address], echoes[place].object === object { return }
    echoPlaces[address] = echoes.count
    echoes.append(WeakModel(object: object))
  }

  /// Forgets the objects that name the owner.
  func dropEchoes() {
    echoes = []
    echoPlaces = [:]
  }

  /// Whether an unregistered owner holds an object strongly.
  func holds(_ object: any PersistentModel) -> Bool { false }
}
