public import ControlFile
public import ObjectGraph

/// A package that is on this machine, entirely or (after an interrupted operation) in part.
@Model public final class InstalledPackage: Package {
  /// How far the installation has come.
  public var state: PackageStatus.State
  /// What the administrator wants: `install`, `hold`, `deinstall` …
  public var wanted: String

  /// Makes the package that a paragraph with its status describes.
  public init(_ record: PackageRecord, status: PackageStatus) {
    state = status.state
    wanted = status.wanted
    super.init(name: record.name, architecture: record.architecture)
  }

  public override func update(from record: PackageRecord) -> Bool {
    var changed = super.update(from: record)
    if let status = record.status {
      if state != status.state {
        state = status.state
        changed = true
      }
      if wanted != status.wanted {
        wanted = status.wanted
        changed = true
      }
    }
    return changed
  }
}
