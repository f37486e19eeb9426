import LogStore
import LogStoreTesting
import SimulationSupport
import Testing

/// What readers see of a store while another process recovers it.
struct RecoveryReaderTests {
  private let disk = SimulatedDisk(seed: 1)
  private let options = StoreOptions(segmentSize: 64 << 10)

  private func open(_ disk: SimulatedDisk? = nil) throws -> SimulationStore {
    try SimulationStore(disk ?? self.disk, options: options)
  }

  private func commit(_ bytes: Int, _ store: SimulationStore) throws -> ObjectID {
    let id = try store.store.newObjectID()
    var batch = WriteBatch()
    let body = String(repeating: "z", count: bytes)
    try store.put(item: id.rawValue, body: body, box: nil, peer: nil, isNew: true, in: &batch)
    try store.store.commit(batch)
    return id
  }

  @Test func `a reader does not look at segments that a recovery rewrites`() throws {
    let store = try open()
    _ = try commit(100, store)
    disk.killProcess()
    disk.startRecording()
    _ = try open()
    var options = options
    options.access = .readOnly
    options.busyTimeout = 20
    var refusals = 0
    for moment in disk.takeMoments() {
      do throws(StoreError) {
        _ = try Store.open(at: SimulationStore.path, options: options, io: moment.frozenDisk().storage)
      } catch {
        #expect(error.code == .storeLocked)
        refusals += 1
      }
    }
    #expect(refusals > 0)
  }
}
