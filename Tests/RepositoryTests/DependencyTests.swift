import Foundation
import Testing

/// Who may import whom, and what the package may ask of those who use it.
@Suite struct DependencyTests {
  @Test(arguments: ["Sources/LogStore", "Sources/storectl"])
  func `the engine and its tool do without Foundation`(folder: String) throws {
    for file in try Repository.swiftFiles(in: folder) {
      for (module, place) in file.imports where module.hasPrefix("Foundation") || module == "Dispatch" {
        Issue.record("\(place): imports \(module); use the standard library or LogStore/Platform")
      }
    }
  }

  @Test func `only the platform room of the engine talks to the C library`() throws {
    let platform = "Sources/LogStore/Platform/"
    for file in try Repository.swiftFiles(in: "Sources/LogStore") where !file.path.hasPrefix(platform) {
      for (module, place) in file.imports where ["Glibc", "Musl", "Android", "Darwin"].contains(module) {
        Issue.record("\(place): imports \(module); put the call into \(platform)")
      }
    }
  }

  @Test func `the macro plugin links none of the compiler's syntax libraries`() throws {
    for file in try Repository.swiftFiles(in: "Sources/ObjectGraphMacros") {
      for (module, place) in file.imports where module.hasPrefix("Swift") && module != "Swift" {
        Issue.record("\(place): imports \(module); it needs unsafe flags, which users could not depend on")
      }
    }
  }

  @Test func `the engine knows nothing of the object model`() throws {
    for file in try Repository.swiftFiles(in: "Sources/LogStore") {
      for (module, place) in file.imports where module.hasPrefix("ObjectGraph") || module == "SwiftData" {
        Issue.record("\(place): imports \(module); the engine is below it")
      }
    }
  }

  @Test func `the package depends on no other`() throws {
    #expect(!(try Manifest().text.contains(".package(")))
  }

  @Test func `nothing that a product reaches has unsafe flags`() throws {
    let manifest = try Manifest()
    #expect(manifest.productTargets.count >= 5)
    let shared = try #require(manifest.constant("strictness"))
    #expect(!shared.contains("unsafeFlags"))
    for target in manifest.productTargets {
      #expect(!target.contains("unsafeFlags"))
      for settings in target.components(separatedBy: "Settings: ").dropFirst() {
        #expect(settings.hasPrefix("strictness"), "settings other than the shared ones in \(target)")
      }
    }
  }
}
