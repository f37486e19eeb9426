import LogStore

/// A storage with an environment of its own.
struct EnvironmentIO: ForwardingIO {
  let base: any StorageIO
  var variables: [String: String]

  func environment(_ name: String) -> String? { variables[name] }
}
