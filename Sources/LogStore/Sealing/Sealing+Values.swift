/// Where a sealed value belongs; it opens nowhere else.
package struct SealedPlace: Sendable {
  package var entity: EntityID
  package var object: ObjectID
  package var attribute: PropertyID

  package init(entity: EntityID, object: ObjectID, attribute: PropertyID) {
    self.entity = entity
    self.object = object
    self.attribute = attribute
  }
}

/// Sealing single values.
extension Sealing {
  /// Seals a value under the newest data key.
  ///
  /// - Parameter target: Of `SealedForm.overhead` bytes more than the value.
  func seal(
    _ value: UnsafeRawBufferPointer,
    _ place: SealedPlace,
    _ keys: SealingKeys,
    into target: UnsafeMutableRawPointer
  ) throws(StoreError) {
    guard let key = keys.key(keys.primary) else { throw destroyed(keys.primary, place, nil) }
    target.store(SealedForm.algorithm, 0)
    target.store(keys.primary, 1)
    keys.nonces.store(to: target + SealedForm.nonceOffset)
    let text = target + SealedForm.textOffset
    try ciphering { () throws(SealingError) in
      try bound(place, keys.primary) { binding throws(SealingError) in
        try key.secret.withBytes { key throws(SealingError) in
          try AuthenticatedCipher.xChaCha20Poly1305.seal(
            value,
            into: UnsafeMutableRawBufferPointer(start: text, count: value.count),
            key: key,
            nonce: UnsafeRawBufferPointer(
              start: target + SealedForm.nonceOffset,
              count: SealedForm.nonceSize
            ),
            authenticating: binding,
            tag: UnsafeMutableRawBufferPointer(start: text + value.count, count: SealedForm.tagSize)
          )
        }
      }
    }
  }

  /// Lends a sealed value in clear.
  ///
  /// - Parameter catalog: For the names in messages.
  /// - Throws: `sealCorrupt` if it does not open; `keyMissing`, `wrongKey`, `keysCorrupt`.
  package func withOpened<R>(
    _ sealed: UnsafeRawBufferPointer,
    _ place: SealedPlace,
    _ catalog: Catalog,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard SealedForm.isSound(sealed) else {
      throw corrupt("it has not the form of a sealed value", place, catalog)
    }
    let id = SealedForm.keyID(sealed)
    guard let key = try key(id) else { throw destroyed(id, place, catalog) }
    let count = sealed.count - SealedForm.overhead
    let clear = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { clear.deallocate() }
    let end = SealedForm.textOffset + count
    do throws(SealingError) {
      try bound(place, id) { binding throws(SealingError) in
        try key.secret.withBytes { key throws(SealingError) in
          try AuthenticatedCipher.xChaCha20Poly1305.open(
            UnsafeRawBufferPointer(rebasing: sealed[SealedForm.textOffset..<end]),
            into: clear,
            key: key,
            nonce: UnsafeRawBufferPointer(rebasing: sealed[SealedForm.nonceOffset..<SealedForm.textOffset]),
            authenticating: binding,
            tag: UnsafeRawBufferPointer(rebasing: sealed[end...])
          )
        }
      }
    } catch {
      throw corrupt("it was changed, or sealed for another place", place, catalog)
    }
    return try body(UnsafeRawBufferPointer(clear))
  }

  private func bound<R>(
    _ place: SealedPlace,
    _ keyID: UInt32,
    _ body: (UnsafeRawBufferPointer) throws(SealingError) -> R
  ) throws(SealingError) -> R {
    try withUnsafeTemporaryAllocation(byteCount: SealedForm.bindingSize, alignment: 8) {
      binding throws(SealingError) in
      guard let base = binding.baseAddress else { return try body(UnsafeRawBufferPointer(binding)) }
      SealedForm.bind(
        base,
        store: store,
        entity: place.entity,
        object: place.object.rawValue,
        attribute: place.attribute,
        keyID: keyID
      )
      return try body(UnsafeRawBufferPointer(binding))
    }
  }

  private func corrupt(_ found: String, _ place: SealedPlace, _ catalog: Catalog) -> StoreError {
    StoreError(
      .sealCorrupt,
      tried: "open the sealed value of \(name(place, catalog))",
      path: paths.root,
      found: found,
      remedy: "The key is right, the value is not the one that was stored: restore the object from a backup.",
      objects: [place.object]
    )
  }

  private func destroyed(_ id: UInt32, _ place: SealedPlace, _ catalog: Catalog?) -> StoreError {
    StoreError(
      .keyMissing,
      tried: "open the sealed value of \(name(place, catalog))",
      path: paths.keys,
      found: "data key \(id), under which it was sealed, is destroyed or not in the list",
      remedy: "If the key was not destroyed on purpose, restore the file KEYS from a backup of this store.",
      objects: [place.object]
    )
  }

  private func name(_ place: SealedPlace, _ catalog: Catalog?) -> String {
    guard let catalog else { return "property \(place.attribute.rawValue) of object \(place.object)" }
    return "\(catalog.name(of: place.entity)).\(catalog.name(of: place.attribute)) of object \(place.object)"
  }
}
