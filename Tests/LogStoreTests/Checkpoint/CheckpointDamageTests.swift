import Testing

@testable import LogStore

/// Damage in a checkpoint never becomes a wrong answer.
@Suite struct CheckpointDamageTests {
  private static func state(of ids: UInt64 = 600) -> IndexState {
    var state = CheckpointBytes.emptyState
    for id in 1..<ids {
      state.locations[id] = id << 30
      let key = MemberKey(
        owner: ObjectID(rawValue: id % 10 + 1),
        relationship: PropertyID(rawValue: 1),
        place: id << 32,
        target: ObjectID(rawValue: id)
      )
      state.members.updateValue(id, forKey: key)
    }
    return state
  }

  private func reads(_ image: CheckpointImage) -> [UInt64] {
    let members = LayeredMap<MemberKey, UInt64>(base: image.run(.members))
    let locations = LayeredArray<UInt64>(base: image.array(.locations))
    return members.entries().map(\.value) + (0..<UInt64(600)).map { locations[$0] }
      + members.entries().map { members[$0.key] ?? 0 }
  }

  /// The indexes made from the records, as a store has them at hand.
  private static func rebuild(of ids: UInt64) -> PageFile.Rebuild {
    { _ throws(StoreError) in
      do {
        return try CheckpointBytes.image(of: state(of: ids))
      } catch {
        throw StoreError(.checkpointCorrupt, tried: "build", found: "\(error)", remedy: "")
      }
    }
  }

  @Test func `no changed byte of a small checkpoint changes an answer`() throws {
    let ids: UInt64 = 24
    let state = Self.state(of: ids)
    let bytes = try CheckpointEncoder.bytes(state, CheckpointBytes.header)
    let headerSize = try #require(bytes.withUnsafeBytes { CheckpointHeader.size(beginning: $0) })
    let hash = bytes[..<headerSize].withUnsafeBytes { CheckpointHeader.hash($0, CheckpointBytes.storeID) }
    let right = reads(try CheckpointBytes.image(of: state))
    var met = (refused: 0, rebuilt: 0, meaningless: 0)
    for place in bytes.indices {
      let image: CheckpointImage
      do {
        image = try CheckpointBytes.image(of: state, hash: hash, rebuild: Self.rebuild(of: ids)) {
          $0[place] ^= 1 << UInt8(place % 8)
        }
      } catch is ByteReader.Failure {
        met.refused += 1
        continue
      }
      #expect(reads(image) == right, "byte \(place)")
      if image.problem == nil { met.meaningless += 1 } else { met.rebuilt += 1 }
    }
    #expect(met.refused > headerSize)
    #expect(met.rebuilt > bytes.count / 3)
    #expect(met.meaningless == 0)
  }

  @Test(arguments: 0..<24)
  func `a changed bit is met by building the indexes again, or is latched`(step: Int) throws {
    let state = Self.state()
    let intact = try CheckpointBytes.image(of: state)
    let right = reads(intact)
    #expect(right.count == 3 * 599 + 1)
    // Opening verifies what stands before the first page.
    let last = try #require(intact.header.sections.first { $0.kind == .state })
    let start = Int(last.offset + last.length)
    var generator = SeededGenerator(seed: UInt64(step))
    let flip = { (bytes: inout [UInt8]) in
      let place = Int.random(in: start..<bytes.count, using: &generator)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
    let rebuilt = try CheckpointBytes.image(
      of: state,
      rebuild: Self.rebuild(of: 600),
      damaging: flip
    )
    #expect(reads(rebuilt) == right)
    #expect(rebuilt.problem != nil)
    #expect(rebuilt.failure == nil)
    let alone = try CheckpointBytes.image(of: state, damaging: flip)
    _ = reads(alone)
    #expect(alone.failure?.code == .checkpointCorrupt)
  }
}
