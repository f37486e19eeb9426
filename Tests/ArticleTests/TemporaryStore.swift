import ObjectGraph

/// Calls a body with a configuration of a store on disk that is removed afterwards.
func withTemporaryStore(_ body: (ModelConfiguration) throws -> Void) throws {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("articles-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try body(ModelConfiguration(url: directory.appendingPathComponent("sample.store")))
}

/// A moment some days after a fixed one.
func day(_ number: Int) -> Date {
  Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number) * 86_400)
}
