import Foundation
import Observation
import Synchronization

/// Tells whether the thread is inside `withObservationTracking`, by public means: tracking hashes every key
/// path that it records, and the probe's key path counts its hashes.
///
/// One probe a thread. After a tracking was seen, the registrar is replaced at the first miss, so that
/// trackings that never fire do not pile up in it.
@usableFromInline
final class ObservationProbe: Observable {
  private let hashes: HashCounter
  private let keyPath: KeyPath<ObservationProbe, Int>
  private var registrar = ObservationRegistrar()
  private var wasHit = false
  private let alwaysAsks: Bool

  private init() {
    let hashes = HashCounter()
    self.hashes = hashes
    let keyPath: KeyPath<ObservationProbe, Int> = \.[CountedHash(hashes: hashes)]
    self.keyPath = keyPath
    alwaysAsks = Self.trackingIsInvisible
  }

  private subscript(spy: CountedHash) -> Int { 0 }

  /// Whether the probe fails to see a tracking; decided once in a process.
  private static let trackingIsInvisible: Bool = {
    let hashes = HashCounter()
    let subject = PropertyRegistrar()
    let registrar = ObservationRegistrar()
    let path: KeyPath<PropertyRegistrar, Int> = \.[counting: CountedHash(hashes: hashes)]
    let before = hashes.value
    withObservationTracking {
      registrar.access(subject, keyPath: path)
    } onChange: {
    }
    return hashes.value == before
  }()

  /// Whether reads are being tracked now.
  func isTracking() -> Bool {
    if alwaysAsks { return true }
    let before = hashes.value
    registrar.access(self, keyPath: keyPath)
    if hashes.value != before {
      wasHit = true
      return true
    }
    if wasHit {
      wasHit = false
      registrar = ObservationRegistrar()
    }
    return false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<ObservationProbe>.fromOpaque(pointer).release()
    }
    return key
  }()

  /// The probe of the calling thread.
  static var current: ObservationProbe {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<ObservationProbe>.fromOpaque(pointer).takeUnretainedValue()
    }
    let probe = ObservationProbe()
    pthread_setspecific(key, Unmanaged.passRetained(probe).toOpaque())
    return probe
  }
}

/// Counts hashes. Trackings keep the key path that holds it, and may hash it long after and elsewhere.
final class HashCounter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// An index of a key path that counts how often it is hashed.
struct CountedHash: Hashable {
  let hashes: HashCounter
  static func == (a: CountedHash, b: CountedHash) -> Bool { a.hashes === b.hashes }
  func hash(into hasher: inout Hasher) {
    hashes.increment()
    hasher.combine(ObjectIdentifier(hashes))
  }
}

extension PropertyRegistrar {
  subscript(counting index: CountedHash) -> Int { 0 }
}

/// Reports the read of a property to whoever is tracking reads on this thread.
@usableFromInline
func _observeRead(_ object: any PersistentModel, _ index: Int) {
  guard ObservationProbe.current.isTracking() else { return }
  let extra = object.ensuredExtra
  let registrar: PropertyRegistrar
  if let existing = extra.registrar {
    registrar = existing
  } else {
    registrar = PropertyRegistrar()
    extra.registrar = registrar
  }
  registrar.access(index)
}
