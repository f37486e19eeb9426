// swift-tools-version: 6.2

import PackageDescription

let strictness: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "PackageCatalog",
  products: [
    .executable(name: "catalog", targets: ["catalog"])
  ],
  dependencies: [
    .package(name: "LogStore", path: "../..")
  ],
  targets: [
    .target(name: "ControlFile", swiftSettings: strictness),
    .target(
      name: "PackageCatalog",
      dependencies: ["ControlFile", .product(name: "ObjectGraph", package: "LogStore")],
      swiftSettings: strictness
    ),
    .target(
      name: "CatalogTool",
      dependencies: ["ControlFile", "PackageCatalog"],
      swiftSettings: strictness
    ),
    .executableTarget(name: "catalog", dependencies: ["CatalogTool"], swiftSettings: strictness),
    .testTarget(name: "ControlFileTests", dependencies: ["ControlFile"], swiftSettings: strictness),
    .testTarget(
      name: "PackageCatalogTests",
      dependencies: [
        "ControlFile", "PackageCatalog", "CatalogTool", .product(name: "ObjectGraph", package: "LogStore"),
      ],
      swiftSettings: strictness
    ),
  ]
)
