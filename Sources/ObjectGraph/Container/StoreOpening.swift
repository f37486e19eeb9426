import Foundation
import LogStore

/// Opens the store that a configuration describes.
enum StoreOpening {
  static func open(_ configuration: ModelConfiguration) throws -> Store {
    var options = StoreOptions()
    options.encryption = try StoreOptions.Encryption(configuration.encryption)
    options.blobThreshold = configuration.externalStorageThreshold
    if configuration.isStoredInMemoryOnly {
      // A key that lives as long as the store does.
      if options.encryption != .disabled { options.encryption = .automatic }
      options.backgroundWork = .thread
      return try Store.open(at: "/memory.store", options: options, io: MemoryStorageIO())
    }
    options.access = configuration.allowsSave ? .readWrite : .readOnly
    options.durability =
      switch configuration.durability {
      case .full: .full
      case .relaxed: .relaxed
      case .none: .none
      }
    options.createsIfMissing = configuration.allowsSave
    if let storage = configuration.storage {
      return try Store.open(at: configuration.url.path, options: options, io: storage)
    }
    if configuration.allowsSave {
      try FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
    }
    return try Store.open(at: configuration.url.path, options: options)
  }
}
