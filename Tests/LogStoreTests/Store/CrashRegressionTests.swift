import LogStore
import Testing

/// Losses of power and damages that once cost data, each by itself.
struct CrashRegressionTests {
  private static let options = StoreOptions(segmentSize: 64 << 10)

  private func commit(_ bytes: Int, _ fixture: GraphFixture) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try fixture.insert("Owner", ["title": .string(String(repeating: "z", count: bytes))], into: &batch)
    try fixture.store.commit(batch)
    return id
  }

  @Test func `a bulk commit in a segment that a small commit opened survives a crash`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    _ = try commit(38_000, fixture)
    for _ in 0..<3 { _ = try commit(9_000, fixture) }
    let bulk = try commit(30_000, fixture)
    let again = try GraphFixture(io: CrashMoment(disk).disk(.none, seed: 2), options: Self.options)
    #expect(again.store.snapshot().entity(of: bulk) != nil)
  }
}
