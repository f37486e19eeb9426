public import ControlFile
public import ObjectGraph

/// A package that an archive offers and that is not on this machine.
@Model public final class AvailablePackage: Package {
  /// Where the file is below the archive's root.
  public var filename: String?
  /// The size of the file to download, in bytes.
  public var downloadSize: Int?

  /// Makes the package that a paragraph of an index describes.
  public init(_ record: PackageRecord) {
    super.init(name: record.name, architecture: record.architecture)
  }

  public override func update(from record: PackageRecord) -> Bool {
    var changed = super.update(from: record)
    if filename != record.filename {
      filename = record.filename
      changed = true
    }
    if downloadSize != record.downloadSize {
      downloadSize = record.downloadSize
      changed = true
    }
    return changed
  }
}
