import Observation

/// The observers of one object's properties.
///
/// Key paths name a property by its index, so that generated code needs no key-path literals.
@usableFromInline
final class PropertyRegistrar: Observable {
  private let registrar = ObservationRegistrar()

  init() {}

  subscript(index: Int) -> Int { index }

  func access(_ index: Int) { registrar.access(self, keyPath: \.[index]) }

  @usableFromInline
  func willSet(_ index: Int) { registrar.willSet(self, keyPath: \.[index]) }

  @usableFromInline
  func didSet(_ index: Int) { registrar.didSet(self, keyPath: \.[index]) }
}
