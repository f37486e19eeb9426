import LogStore

/// The keys of encrypted attributes.
extension ModelContainer {
  /// Puts another key in the place of the one that the store has, in one small write: no object is touched, however
  /// many there are. Configurations that name the key before open the store no more; this container and those that
  /// share its store go on.
  ///
  /// - Throws: `ObjectGraphError.missingKey` or `wrongKey` about either key, `saveNotAllowed`, `store` for `.disabled`
  ///   or where the disk fails. After a failure of the disk
  ///   either key may be the right one: keep both until the store was opened again.
  public func changeKey(to encryption: ModelConfiguration.Encryption) throws {
    try requireSaving()
    do { try store.changeKey(to: StoreOptions.Encryption(encryption)) } catch {
      throw ObjectGraphError(error)
    }
  }

  /// Gives values that are saved from now on a new data key, as is good practice from time to time or after a copy of
  /// the store got into the wrong hands together with its key.
  ///
  /// - Parameter reencrypting: Whether all stored values are brought to it at once: that rewrites the store.
  /// - Throws: `ObjectGraphError.missingKey`, `wrongKey`, `encryptionDamaged`, `saveNotAllowed`, `store`.
  public func renewDataKey(reencrypting: Bool = false) throws {
    try requireSaving()
    do {
      try store.addDataKey()
      if reencrypting { try store.compact(reencrypting: true) }
    } catch {
      throw ObjectGraphError(error)
    }
  }

  private func requireSaving() throws {
    guard core.configuration.allowsSave else { throw ObjectGraphError.saveNotAllowed(store: core.name) }
  }
}
