import LogStore

/// Files of another kind than those of the process, comparable by being the same object.
final class StoragePlace: Sendable, Hashable {
  let storage: any StorageIO

  init(_ storage: any StorageIO) { self.storage = storage }

  static func == (left: StoragePlace, right: StoragePlace) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
