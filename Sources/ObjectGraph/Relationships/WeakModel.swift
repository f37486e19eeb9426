/// A weak reference in an array.
struct WeakModel {
  weak var object: (any PersistentModel)?
}
