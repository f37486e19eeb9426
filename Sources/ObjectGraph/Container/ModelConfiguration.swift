public import Foundation
public import LogStore

/// Where and how a container keeps its objects.
public struct ModelConfiguration: Sendable, Hashable, Identifiable {
  /// Where a shared container would lie; there are none here, so that every value stands for the default.
  public struct GroupContainer: Sendable, Hashable {
    /// The default.
    public static let automatic = GroupContainer()
    /// None.
    public static let none = GroupContainer()
    /// A named one, which is taken for the default.
    public static func identifier(_ name: String) -> GroupContainer { GroupContainer() }
  }

  /// Which cloud database to mirror to. There is none on this platform.
  public struct CloudKitDatabase: Sendable, Hashable {
    let name: String?
    /// No mirroring.
    public static let automatic = CloudKitDatabase(name: nil)
    /// No mirroring.
    public static let none = CloudKitDatabase(name: nil)
    /// Refused when a container is made.
    public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(name: name) }
  }

  /// What a save that has returned survives. In every mode the store is whole after a crash and holds all saves up
  /// to some point; the death of the program alone loses none.
  public enum Durability: Sendable, Hashable {
    /// `save()` returns when the changes are on the disk.
    case full
    /// `save()` returns when the system has the changes; they are sent to the disk a tenth of a second later,
    /// or by `ModelContainer.sync()`. A loss of power can take the saves of that time, the newest first.
    case relaxed
    /// As `relaxed`, but only `ModelContainer.sync()` and the growth of the store bring saves to the disk: for data
    /// that can be made anew.
    case none
  }

  /// Name of the configuration, and of the store if no URL is given.
  public let name: String
  /// The classes kept here; nil for all of the container.
  public var schema: Schema?
  /// Whether nothing is written to a disk.
  public let isStoredInMemoryOnly: Bool
  /// Whether `save()` is allowed; if not, nothing is written, not even at opening.
  public let allowsSave: Bool
  /// The directory of the store.
  public let url: URL
  /// Where a shared container would lie.
  public let groupContainer: GroupContainer
  /// Which cloud database to mirror to.
  public let cloudKitDatabase: CloudKitDatabase
  /// What a save that has returned survives. Containers that share a store have the mode of the first one.
  public let durability: Durability
  /// Where the key of attributes marked `.encrypt` comes from. Containers that share a store have that of the first.
  public let encryption: Encryption
  /// Bytes from which on values of attributes marked `.externalStorage` are kept in files of their own, beside the
  /// objects. Default: 128 KiB. Containers that share a store have that of the first.
  public var externalStorageThreshold = 128 << 10
  private let place: StoragePlace?

  /// Where files are opened; nil for the file system of the process.
  public var storage: (any StorageIO)? { place?.storage }

  /// The name.
  public var id: String { name }

  /// Describes a store by name, or at the default place.
  public init(
    _ name: String? = nil,
    schema: Schema? = nil,
    isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic,
    durability: Durability = .full,
    encryption: Encryption = .automatic
  ) {
    self.init(
      name,
      schema: schema,
      isStoredInMemoryOnly: isStoredInMemoryOnly,
      url: Self.defaultDirectory.appendingPathComponent((name ?? "default") + ".store"),
      allowsSave: allowsSave,
      groupContainer: groupContainer,
      cloudKitDatabase: cloudKitDatabase,
      durability: durability,
      encryption: encryption
    )
  }

  /// Describes a store at a place, or in memory, in which case the place does not matter.
  public init(
    _ name: String? = nil,
    schema: Schema? = nil,
    isStoredInMemoryOnly: Bool = false,
    url: URL,
    allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic,
    durability: Durability = .full,
    encryption: Encryption = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.url = url
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    self.durability = durability
    self.encryption = encryption
    place = nil
  }

  /// Describes a store on files of another kind than those of the process: such as a simulated disk of
  /// `LogStoreTesting`, which loses power when a test wants it to.
  ///
  /// - Parameters:
  ///   - storage: Where files are opened. Each configuration stands for itself: two with the same storage are not
  ///     equal.
  ///   - path: The directory of the store there. Default: `/` and the name and `.store`.
  public init(
    _ name: String? = nil,
    schema: Schema? = nil,
    storage: any StorageIO,
    path: String? = nil,
    allowsSave: Bool = true,
    durability: Durability = .full,
    encryption: Encryption = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    isStoredInMemoryOnly = false
    url = URL(fileURLWithPath: path ?? "/" + (name ?? "default") + ".store", isDirectory: true)
    self.allowsSave = allowsSave
    groupContainer = .automatic
    cloudKitDatabase = .automatic
    self.durability = durability
    self.encryption = encryption
    place = StoragePlace(storage)
  }

  /// Describes the store at the default place, or one in memory, for some classes.
  public init(
    for type: any PersistentModel.Type,
    _ others: any PersistentModel.Type...,
    isStoredInMemoryOnly: Bool = false
  ) {
    self.init(schema: Schema([type] + others), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// `$XDG_DATA_HOME` or `~/.local/share`, with a directory of the program's name.
  static var defaultDirectory: URL {
    let environment = ProcessInfo.processInfo.environment
    let base: URL
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      base = URL(fileURLWithPath: path, isDirectory: true)
    } else {
      base = FileManager.default.homeDirectoryForCurrentUser
        .appendingPathComponent(".local/share", isDirectory: true)
    }
    return base.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
  }
}

extension URL {
  /// Where programs keep their data: the directory of the default store.
  public static var applicationSupportDirectory: URL { ModelConfiguration.defaultDirectory }

  /// `$XDG_DOCUMENTS_DIR` or `~/Documents`.
  public static var documentsDirectory: URL {
    if let path = ProcessInfo.processInfo.environment["XDG_DOCUMENTS_DIR"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
      "Documents",
      isDirectory: true
    )
  }
}
