import ControlFile

/// The kinds of packages, as the subclasses of `Package` tell them apart.
public enum PackageKind: String, CaseIterable, Sendable {
  case installed
  case configurationOnly = "configuration only"
  case available
  case virtual
}

extension Package {
  /// What kind of package this is.
  public var kind: PackageKind {
    switch self {
    case is InstalledPackage: .installed
    case is ConfigurationOnlyPackage: .configurationOnly
    case is VirtualPackage: .virtual
    default: .available
    }
  }
}

extension PackageRecord {
  /// The kind of package that the paragraph describes: its status decides, and without one it is an offer.
  var kind: PackageKind {
    switch status?.state {
    case nil, .notInstalled: .available
    case .configurationFiles: .configurationOnly
    default: .installed
    }
  }

  /// A new object of the right kind, with nothing but its identity and status filled in.
  func makePackage() -> Package {
    guard let status else { return AvailablePackage(self) }
    switch kind {
    case .installed: return InstalledPackage(self, status: status)
    case .configurationOnly: return ConfigurationOnlyPackage(self, status: status)
    case .available, .virtual: return AvailablePackage(self)
    }
  }
}
