/// Some class, to look at references of any class.
final class UniquenessProbe {}

/// Whether a reference is the only strong one.
///
/// The first word of a class existential is the reference. It is looked at as one of a concrete class: in
/// Swift 6 mode without optimisation, `isKnownUniquelyReferenced` on `AnyObject` always says no.
@inline(__always)
func isUnique(_ object: UnsafeMutablePointer<any PersistentModel>) -> Bool {
  UnsafeMutableRawPointer(object).withMemoryRebound(to: UniquenessProbe.self, capacity: 1) {
    isKnownUniquelyReferenced(&$0.pointee)
  }
}
