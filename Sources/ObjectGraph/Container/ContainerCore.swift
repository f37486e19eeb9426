import LogStore

/// What a container and its contexts share; the store is closed when the last of them goes.
final class ContainerCore: Sendable {
  let schema: Schema
  let configuration: ModelConfiguration
  /// Name of the store in messages.
  let name: String
  let store: Store
  let compiledSchema: CompiledSchema
  let resolver: KeyPathResolver

  init(
    _ shapes: [ModelShape],
    _ schema: Schema,
    _ configuration: ModelConfiguration
  ) throws(ObjectGraphError) {
    self.schema = schema
    self.configuration = configuration
    name = configuration.isStoredInMemoryOnly ? "the store in memory" : configuration.url.path
    do {
      let store = try StoreOpening.open(configuration)
      do {
        let adopted = try store.adopt(SchemaCompiler.description(of: shapes))
        compiledSchema = try SchemaCompiler.compile(shapes, adopted)
      } catch {
        try? store.close()
        throw error
      }
      self.store = store
    } catch {
      throw ObjectGraphError(error)
    }
    resolver = KeyPathResolver(schema: compiledSchema)
  }

  deinit {
    do {
      try store.close()
    } catch {
      // Nobody is left to throw to.
      AutosaveSchedule.warn(
        "\(name) was not closed as it should be; nothing that was saved is lost, the next opening takes"
          + " longer: \(error)"
      )
    }
  }
}
