@testable import LogStore

/// Indexes brought into the form of a checkpoint and back, without a store around them.
enum CheckpointBytes {
  static let storeID = StoreID(low: 11, high: 12)

  static let header = CheckpointHeader(
    id: 1,
    storeID: storeID,
    sequence: 1,
    position: .init(segment: 1, offset: 4096),
    chain: 0,
    segments: []
  )

  static var emptyState: IndexState { IndexState(catalog: .empty, hashSeed: 0, path: "/none") }

  static func image(
    of state: IndexState,
    hash: UInt64? = nil,
    rebuild: PageFile.Rebuild? = nil,
    damaging: (inout [UInt8]) -> Void = { _ in }
  ) throws -> CheckpointImage {
    var bytes = try CheckpointEncoder.bytes(state, header)
    damaging(&bytes)
    return try CheckpointImage(
      path: "/none",
      region: CheckpointFiles.region(bytes),
      storeID: storeID,
      hash: hash,
      rebuild: rebuild
    )
  }

  /// The members of a state over a checkpoint of `written`.
  static func rebased(
    _ map: LayeredMap<MemberKey, UInt64>,
    since written: LayeredMap<MemberKey, UInt64>
  ) throws -> LayeredMap<MemberKey, UInt64> {
    var state = emptyState
    state.members = written
    return map.over(try image(of: state).run(.members), since: written)
  }

  static func rebased(
    _ array: LayeredArray<UInt64>,
    since written: LayeredArray<UInt64>
  ) throws -> LayeredArray<UInt64> {
    var state = emptyState
    state.locations = written
    return array.over(try image(of: state).array(.locations), since: written)
  }
}
