import LogStore

extension ModelContext {
  /// Opens the value of an attribute marked `.externalStorage` for reading in parts, without bringing it into memory.
  ///
  /// - Returns: nil if the value is short enough to be in the object, or absent: then the property gives it.
  /// - Throws: `ObjectGraphError.faultFailed` if the file is missing or damaged, `foreignObject` for an object
  ///   that is not in this context, `unsupportedFeature` for another kind of property.
  /// - Complexity: O(1).
  public func externalReader<M: PersistentModel, Value>(
    _ keyPath: KeyPath<M, Value>,
    of model: M
  ) throws -> ExternalReader? {
    let (object, entity, index) = try externalPlace(keyPath, model)
    let reader = try ExternalLoader(store: store, entity: entity).open(object, index)
    return reader.map { ExternalReader($0) }
  }

  /// Writes a new value of an attribute marked `.externalStorage` to a file, in parts, without bringing it into
  /// memory. The next save makes it durable; a rollback drops it.
  ///
  /// - Parameter body: Appends the parts. If it throws, the attribute keeps its value. Text has to be given in UTF-8.
  /// - Throws: What the body throws; as `externalReader(_:of:)`.
  public func writeExternal<M: PersistentModel, Value>(
    _ keyPath: KeyPath<M, Value>,
    of model: M,
    _ body: (ExternalWriter) throws -> Void
  ) throws {
    let (object, _, index) = try externalPlace(keyPath, model)
    let writer: BlobWriter
    do { writer = try store.makeBlobWriter() } catch { throw ObjectGraphError(error) }
    try body(ExternalWriter(writer))
    let blob: PendingBlob
    do { blob = try writer.finish() } catch { throw ObjectGraphError(error) }
    announce(object, index)
    markUnread(object, index)
    let extra = object.ensuredExtra
    extra.externalValues[index] = nil
    extra.pendingBlobs[index] = blob
    extra.registrar?.didSet(index)
  }

  private func announce<M: PersistentModel>(_ object: M, _ index: Int) { _markChange(object, index) }

  private func externalPlace<M: PersistentModel, Value>(
    _ keyPath: KeyPath<M, Value>,
    _ model: M
  ) throws -> (any PersistentModel, EntityDescriptor, Int) {
    let object = GraphLinks.survivor(model)
    let header = object._$header
    guard header.context === self, let entity = header.entity?.takeUnretainedValue() else {
      throw ObjectGraphError.foreignObject(
        entity: ModelShape.name(of: M.self),
        reason: "it is not in this context; insert it, or fetch it here"
      )
    }
    guard let path = core.resolver.resolve(keyPath, root: entity), path.hops.isEmpty,
      case .attribute(let id) = path.target, let index = entity.property(id)?.index,
      entity.externals.contains(where: { $0.index == index })
    else {
      throw ObjectGraphError.unsupportedFeature(
        """
        \(keyPath) of \(entity.name) is not kept in files of its own: mark the property \
        @Attribute(.externalStorage), without .encrypt, and give it the type Data or String
        """
      )
    }
    return (object, entity, index)
  }
}
