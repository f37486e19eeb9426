// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// Set once for every target: Swift 6 mode comes with the tools version; these are the upcoming
/// features that the code is written for.
let strictness: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "LogStore",
  products: [
    .library(name: "LogStore", targets: ["LogStore"]),
    .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "LogStoreTesting", targets: ["LogStoreTesting"]),
    .executable(name: "storectl", targets: ["storectl"]),
  ],
  traits: [
    .trait(name: "Sabotage", description: "Deliberate faults in the crash protocol, for the simulator")
  ],
  targets: [
    .target(name: "LogStore", swiftSettings: strictness),
    .target(name: "LogStoreTesting", dependencies: ["LogStore"], swiftSettings: strictness),
    .target(
      name: "ObjectGraph",
      dependencies: ["LogStore", "ObjectGraphMacros"],
      swiftSettings: strictness
    ),
    .macro(name: "ObjectGraphMacros", swiftSettings: strictness),
    .target(name: "SwiftData", dependencies: ["ObjectGraph"], swiftSettings: strictness),
    // All of storectl but the entry point: tests of a program's own module would race with its build.
    .target(
      name: "StoreTool",
      dependencies: ["LogStore"],
      path: "Sources/storectl/Tool",
      swiftSettings: strictness
    ),
    .executableTarget(
      name: "storectl",
      dependencies: ["StoreTool"],
      path: "Sources/storectl/Program",
      swiftSettings: strictness
    ),
    .testTarget(
      name: "LogStoreTests",
      dependencies: ["LogStore", "LogStoreTesting"],
      exclude: ["Vectors"],
      swiftSettings: strictness
    ),
    // The simulator: loss of power at every moment, with a model of what has to be left.
    .target(
      name: "SimulationSupport",
      dependencies: ["LogStore", "LogStoreTesting"],
      path: "Tests/SimulationSupport",
      swiftSettings: strictness
    ),
    .executableTarget(
      name: "simulate",
      dependencies: ["LogStore", "LogStoreTesting", "SimulationSupport"],
      path: "Tests/Simulate",
      swiftSettings: strictness
    ),
    // Hostile input for every decoder, whole stores and command lines.
    .executableTarget(
      name: "fuzz",
      dependencies: ["LogStore", "LogStoreTesting", "StoreTool"],
      path: "Tests/Fuzz",
      swiftSettings: strictness
    ),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["LogStore", "LogStoreTesting", "SimulationSupport"],
      swiftSettings: strictness
    ),
    .testTarget(
      name: "ObjectGraphMacrosTests",
      dependencies: ["ObjectGraphMacros"],
      swiftSettings: strictness
    ),
    .testTarget(
      name: "LogStoreTestingTests",
      dependencies: ["LogStoreTesting", "LogStore"],
      swiftSettings: strictness
    ),
    .testTarget(
      name: "ObjectGraphTests",
      dependencies: ["ObjectGraph", "LogStore", "LogStoreTesting"],
      swiftSettings: strictness
    ),
    .testTarget(
      name: "StorectlTests",
      dependencies: ["StoreTool", "LogStore"],
      swiftSettings: strictness
    ),
    // Sample code as programs for Apple platforms have it, compiled the way most of them are.
    .testTarget(
      name: "ArticleTests",
      dependencies: ["ObjectGraph", "SwiftData"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(name: "RepositoryTests", swiftSettings: strictness),
    .executableTarget(
      name: "StorePeer",
      dependencies: ["LogStore"],
      path: "Tests/Benchmarks/StorePeer",
      swiftSettings: strictness
    ),
    .executableTarget(
      name: "StoreFigures",
      dependencies: ["LogStore"],
      path: "Tests/Benchmarks/StoreFigures",
      swiftSettings: strictness
    ),
    .executableTarget(
      name: "CipherFigures",
      dependencies: ["LogStore"],
      path: "Tests/Benchmarks/CipherFigures",
      swiftSettings: strictness
    ),
  ]
)
