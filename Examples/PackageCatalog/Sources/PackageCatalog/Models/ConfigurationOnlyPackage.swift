public import ControlFile
public import ObjectGraph

/// A package that was removed while its configuration files stayed.
@Model public final class ConfigurationOnlyPackage: Package {
  /// What the administrator wants: usually `deinstall`.
  public var wanted: String

  /// Makes the package that a paragraph with its status describes.
  public init(_ record: PackageRecord, status: PackageStatus) {
    wanted = status.wanted
    super.init(name: record.name, architecture: record.architecture)
  }

  public override func update(from record: PackageRecord) -> Bool {
    let changed = super.update(from: record)
    guard let status = record.status, wanted != status.wanted else { return changed }
    wanted = status.wanted
    return true
  }
}
