/// What stands at a path.
public struct FileMetadata: Sendable, Hashable {
  /// The kinds of thing that a store tells apart.
  public enum Kind: Sendable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A socket, pipe or device, which a store never uses.
    case other
  }

  /// What it is, links followed.
  public var kind: Kind
  /// Size in bytes; without meaning for other things than files.
  public var size: UInt64
  /// Number of the file system. Together with `inode` it tells whether two paths lead to one file.
  public var device: UInt64
  /// Number of the file within its file system.
  public var inode: UInt64

  /// Describes something found.
  public init(kind: Kind, size: UInt64, device: UInt64, inode: UInt64) {
    self.kind = kind
    self.size = size
    self.device = device
    self.inode = inode
  }
}
