import LogStore

/// The registered objects of a context by id: one instance an id, held strongly.
///
/// Ids are dense, so pages of 256 behind a directory serve: a look-up is two loads. What only the map holds
/// is let go by `sweep`; so objects are freed in their context only, and no weak reference is needed. The ids of
/// objects that are never written lie far above all others and have a dictionary.
final class IdentityMap {
  private typealias Entry = (any PersistentModel)?

  private struct Page {
    var entries: UnsafeMutablePointer<Entry>
    var count: Int
  }

  private static let pageSize = 256
  private static let firstFar = FormatConstants.idBound / 2
  private var pages: [Page?] = []
  /// Objects in contexts that cannot save: pending, so nothing for a sweep.
  private var far: [UInt64: any PersistentModel] = [:]
  /// Number of registered objects.
  private(set) var count = 0

  deinit { removeAll() }

  /// The object with an id.
  @inline(__always)
  subscript(id: UInt64) -> (any PersistentModel)? {
    let page = Int(truncatingIfNeeded: id >> 8)
    guard page < pages.count, let found = pages[page] else { return far.isEmpty ? nil : far[id] }
    return found.entries[Int(truncatingIfNeeded: id & 255)]
  }

  /// Registers an object.
  func insert(_ object: any PersistentModel, _ id: UInt64) {
    if id >= Self.firstFar {
      if far.updateValue(object, forKey: id) == nil { count += 1 }
      return
    }
    let page = Int(truncatingIfNeeded: id >> 8)
    if page >= pages.count {
      pages.append(contentsOf: repeatElement(nil, count: page + 1 - pages.count))
    }
    if pages[page] == nil {
      let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Self.pageSize)
      entries.initialize(repeating: nil, count: Self.pageSize)
      pages[page] = Page(entries: entries, count: 0)
    }
    guard let entries = pages[page]?.entries else { return }
    let place = Int(truncatingIfNeeded: id & 255)
    if entries[place] == nil {
      pages[page]?.count += 1
      count += 1
    }
    entries[place] = object
  }

  /// Forgets an object.
  func remove(_ id: UInt64) {
    if id >= Self.firstFar {
      if far.removeValue(forKey: id) != nil { count -= 1 }
      return
    }
    let page = Int(truncatingIfNeeded: id >> 8)
    guard page < pages.count, let found = pages[page] else { return }
    let place = Int(truncatingIfNeeded: id & 255)
    guard found.entries[place] != nil else { return }
    found.entries[place] = nil
    release(page, 1)
  }

  /// Forgets the objects that nobody else holds.
  func sweep() {
    for page in pages.indices {
      guard let found = pages[page] else { continue }
      var dropped = 0
      for place in 0..<Self.pageSize where found.entries[place] != nil {
        let isUnique = UnsafeMutableRawPointer(found.entries + place).withMemoryRebound(
          to: UniquenessProbe.self,
          capacity: 1
        ) { isKnownUniquelyReferenced(&$0.pointee) }
        guard isUnique else { continue }
        found.entries[place] = nil
        dropped += 1
      }
      if dropped > 0 { release(page, dropped) }
    }
  }

  /// Calls a body with each registered object in the order of ids.
  func forEach(_ body: (any PersistentModel) -> Void) {
    for page in pages {
      guard let page else { continue }
      for place in 0..<Self.pageSize {
        if let object = page.entries[place] { body(object) }
      }
    }
    for id in far.keys.sorted() { if let object = far[id] { body(object) } }
  }

  /// Forgets all objects.
  func removeAll() {
    let old = pages
    pages = []
    far = [:]
    count = 0
    for page in old {
      guard let page else { continue }
      page.entries.deinitialize(count: Self.pageSize)
      page.entries.deallocate()
    }
  }

  private func release(_ page: Int, _ dropped: Int) {
    count -= dropped
    pages[page]?.count -= dropped
    guard let found = pages[page], found.count == 0 else { return }
    found.entries.deinitialize(count: Self.pageSize)
    found.entries.deallocate()
    pages[page] = nil
  }
}
