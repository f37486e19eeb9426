/// What the relationship slots ask for when the program reads or assigns them: both ends stay in step,
/// whether objects are registered or not.
enum GraphLinks {
  /// Prepares the assignment of a to-one relationship.
  ///
  /// - Returns: What the slot has to hold afterwards; nil if it already does.
  static func assign(
    _ owner: any PersistentModel,
    _ index: Int,
    _ id: UInt64,
    _ link: RelationshipLink?,
    _ target: (any PersistentModel)?
  ) -> (id: UInt64, link: RelationshipLink?)? {
    let target = target.map(survivor)
    if target == nil, !owner._$header.has(.tracer),
      owner._$header.context == nil || owner._$header.has(.inserted)
    {
      owner.ensuredExtra.cleared.insert(index)
    }
    if let context = owner._$header.context {
      return context.assign(owner, index, link?.object?._$header._id ?? id, target)
    }
    if let target, let context = target._$header.context, UnregisteredLinks.inverse(owner, index) != nil,
      !owner._$header.has(.tracer)
    {
      guard link?.object !== target else { return nil }
      context.register(owner)
      if owner._$header.context != nil {
        return context.assign(owner, index, owner.reference(index)?.id ?? 0, target)
      }
    }
    return UnregisteredLinks.assign(owner, index, link, target)
  }

  /// Assigns a to-one relationship whose slot may be written here.
  static func assignInPlace(_ owner: any PersistentModel, _ index: Int, _ target: (any PersistentModel)?) {
    guard let old = owner.reference(index), let value = assign(owner, index, old.id, old.link, target) else {
      return
    }
    owner.patch(index, id: value.id, link: value.link)
    didChangeAny(owner, index)
  }

  /// The object that an object was merged into, or itself.
  static func survivor(_ object: any PersistentModel) -> any PersistentModel {
    var current = object
    while current._$header.isForwarding, let next = current._$header._extra?.forward { current = next }
    return current
  }

  /// The targets of a to-many relationship.
  static func members<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?
  ) -> [T] {
    guard let context = owner._$header.context else {
      let storage = slot ?? owner._$header._extra?.storage(index)
      if let former = owner._$header._extra?.former { return former.members(of: owner, index, storage) }
      return (storage as? TypedToManyStorage<T>)?.combined ?? []
    }
    return context.loadedStorage(owner, index, slot, T.self).values
  }

  /// Takes the targets out of their storage, to be changed in place.
  static func takeMembers<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?
  ) -> [T] {
    let storage: TypedToManyStorage<T>
    if let context = owner._$header.context {
      storage = context.loadedStorage(owner, index, slot, T.self, verifies: false)
    } else {
      storage = ensure(owner, index, slot, T.self)
      if let former = owner._$header._extra?.former, !storage.hasValues {
        storage.values = former.members(of: owner, index, storage)
        storage.isLoaded = false
      }
      if !storage.echoes.isEmpty {
        storage.values = storage.combined
        storage.known = []
        storage.dropEchoes()
      }
    }
    if storage.known.count != storage.values.count { storage.rememberAddresses() }
    let values = storage.values
    storage.values = []
    storage.hasValues = false
    return values
  }

  /// Puts changed targets back and tells the other ends.
  static func returnMembers<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?,
    _ values: [T]
  ) {
    let storage = ensure(owner, index, slot, T.self)
    if let context = owner._$header.context {
      return context.replaceMembers(owner, index, storage, values)
    }
    let count = storage.known.count
    let isAppend = values.count == count + 1 && storage.matches(values, count)
    if let context = joinedContext(owner, index, isAppend ? values[count...] : values[...]) {
      context.replaceMembers(owner, index, storage, values)
    } else {
      UnregisteredLinks.replaceMembers(owner, index, storage, values)
    }
  }

  /// Assigns all targets of a to-many relationship.
  ///
  /// - Returns: Whether anything changed.
  static func assign<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?,
    _ values: [T]
  ) -> Bool {
    owner._$header.context?.mend(owner, index)
    let old: [T] = takeMembers(owner, index, slot)
    let storage = ensure(owner, index, slot, T.self)
    storage.isAssigned = true
    if old.count == values.count, storage.matches(values, values.count) {
      storage.values = old
      storage.hasValues = true
      return false
    }
    returnMembers(owner, index, slot, values)
    return true
  }

  /// The storage of a to-many relationship, made if there is none.
  static func ensure<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?,
    _ type: T.Type
  ) -> TypedToManyStorage<T> {
    if let storage = slot as? TypedToManyStorage<T> {
      storage.index = index
      return storage
    }
    let extra = owner.ensuredExtra
    if let storage = extra.storage(index) as? TypedToManyStorage<T> { return storage }
    let storage = TypedToManyStorage<T>(index: index)
    extra.toMany.append(storage)
    return storage
  }

  /// The context of an unregistered owner that gets registered targets: it joins theirs.
  ///
  /// - Parameter values: The targets that are new.
  private static func joinedContext<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ values: ArraySlice<T>
  ) -> ModelContext? {
    guard UnregisteredLinks.inverse(owner, index) != nil,
      let context = values.lazy.compactMap({ $0._$header.context }).first
    else { return nil }
    context.register(owner)
    return owner._$header.context
  }
}
