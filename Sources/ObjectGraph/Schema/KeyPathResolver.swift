import Foundation
import LogStore

/// Finds out what the key paths of predicates and sort descriptors read.
///
/// Each key path is read on tracer objects, which report what is read. That a computed property reads a stored
/// one and returns the same value proves nothing, so what was found counts only if the key path is the one that
/// the class gives for the stored property. Answers are kept.
package final class KeyPathResolver: Sendable {
  private struct Key: Hashable, @unchecked Sendable {  // key paths to properties of models capture nothing
    let keyPath: AnyKeyPath
    let root: ObjectIdentifier
    let isField: Bool
  }

  private let schema: CompiledSchema
  private let cache = Lock<[Key: ResolvedPath?]>([:])

  /// Makes a resolver for the classes of a container.
  package init(schema: CompiledSchema) { self.schema = schema }

  /// The classes that are known.
  package var compiledSchema: CompiledSchema { schema }

  /// What a key path reads.
  ///
  /// - Parameters:
  ///   - root: The entity of the object that the key path starts from.
  ///   - isField: Whether the key path was put together of one to an attribute and others to stored fields inside
  ///     of its value.
  /// - Returns: nil if it reads anything but one stored property at the end of to-one relationships: then
  ///   only the object itself can answer.
  package func resolve(
    _ keyPath: AnyKeyPath,
    root: EntityDescriptor,
    isField: Bool = false
  ) -> ResolvedPath? {
    let key = Key(keyPath: keyPath, root: ObjectIdentifier(root), isField: isField)
    if let known = cache.withLock({ $0[key] }) { return known }
    let found = trace(keyPath, root, isField)
    cache.withLock { $0[key] = .some(found) }
    return found
  }

  private func trace(_ keyPath: AnyKeyPath, _ root: EntityDescriptor, _ isField: Bool) -> ResolvedPath? {
    guard let first = trace(keyPath, root, isField, round: 0),
      let second = trace(keyPath, root, isField, round: 1)
    else { return nil }
    return first == second ? first : nil
  }

  private func trace(
    _ keyPath: AnyKeyPath,
    _ root: EntityDescriptor,
    _ isField: Bool,
    round: Int
  ) -> ResolvedPath? {
    let recorder = TraceRecorder(round: round)
    defer { recorder.clear() }
    let tracer: any PersistentModel = Tracer.make(root.type, recorder)
    defer { tracer._$header._extra?.recorder = nil }
    guard !recorder.isIncomplete, let result = read(keyPath, of: tracer) else { return nil }
    return path(keyPath, result, recorder, tracer, root, isField: isField)
  }

  private func read(_ keyPath: AnyKeyPath, of object: any PersistentModel) -> Any? {
    let object: Any = object
    return object[keyPath: keyPath]
  }

  private func path(
    _ keyPath: AnyKeyPath,
    _ result: Any,
    _ recorder: TraceRecorder,
    _ tracer: any PersistentModel,
    _ root: EntityDescriptor,
    isField: Bool
  ) -> ResolvedPath? {
    var current: any PersistentModel = tracer
    var entity = root
    var hops: [PropertyID] = []
    var parts: [(path: PropertyKeyPath, isOptional: Bool)] = []
    for (place, step) in recorder.steps.enumerated() {
      let isLast = place == recorder.steps.count - 1
      guard step.object === current else { return nil }
      if case .identity = step.kind {
        guard isLast, result is PersistentIdentifier else { return nil }
        return ResolvedPath(hops: hops, target: .reference, destination: entity)
      }
      guard entity.properties.indices.contains(step.index) else { return nil }
      let property = entity.properties[step.index]
      guard let named = entity.shape.properties[step.index].keyPath else { return nil }
      parts.append((named, property.isOptional && property.slot == .toOne))
      switch step.kind {
      case .identity: return nil
      case .attribute(let matches):
        guard isLast, !property.isEphemeral else { return nil }
        if matches(result), PropertyKeyPath.isChain(keyPath, of: parts) {
          return ResolvedPath(hops: hops, target: .attribute(property.id), destination: entity)
        }
        guard isField, let field = StructuredFieldFinder.find(result, in: current, step.index) else {
          return nil
        }
        return ResolvedPath(hops: hops, target: .structuredField(property.id, field), destination: entity)
      case .many(let target):
        guard isLast, let first = (result as? [any PersistentModel])?.first, first === target,
          let destination = schema.descriptor(named: property.destinationName ?? ""),
          PropertyKeyPath.isChain(keyPath, of: parts)
        else { return nil }
        return ResolvedPath(hops: hops, target: .relationship(property.id), destination: destination)
      case .hop(let target):
        guard let destination = schema.descriptor(named: property.destinationName ?? "") else { return nil }
        hops.append(property.id)
        current = target
        entity = destination
        if isLast {
          guard let model = result as? any PersistentModel, model === target,
            PropertyKeyPath.isChain(keyPath, of: parts)
          else { return nil }
          return ResolvedPath(hops: hops, target: .reference, destination: entity)
        }
      }
    }
    return nil
  }
}
