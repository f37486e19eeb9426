extension Keyring {
  static let magic: UInt64 = 0x3130_5359_454B_534C  // "LSKEYS01"
  private static let headSize = 120
  private static let entrySize = 88
  /// Bytes of a file, at most.
  static let largestFile = 2 * (headSize + largestCount * entrySize + 8 + FormatConstants.blockSize)

  /// The bytes of the file: the same twice, each filled up to whole blocks, so that a damaged block costs no key.
  package func encoded(for store: StoreID) -> [UInt8] {
    let size = Self.headSize + entries.count * Self.entrySize + 8
    let room = (size + FormatConstants.blockSize - 1) / FormatConstants.blockSize * FormatConstants.blockSize
    var writer = ByteWriter(capacity: 2 * room)
    writer.append(Self.magic)
    writer.append(store.low)
    writer.append(store.high)
    writer.append(generation)
    switch derivation {
    case .none: writer.append(contentsOf: [UInt8](repeating: 0, count: 24))
    case .passphrase(let rounds, let salt):
      writer.append(UInt32(1))
      writer.append(rounds)
      writer.append(salt.low)
      writer.append(salt.high)
    }
    writer.append(contentsOf: check)
    writer.append(UInt32(entries.count))
    writer.append(UInt32(0))
    for entry in entries {
      writer.append(entry.id)
      writer.append(UInt32(entry.state.rawValue))
      writer.append(entry.created)
      writer.append(contentsOf: entry.wrapped)
    }
    writer.append(writer.bytes.withUnsafeBytes { XXH64.hash($0, seed: Self.magic) })
    writer.pad(to: room)
    return writer.bytes + writer.bytes
  }

  /// Reads one of the two copies; the reason if that is none.
  package static func decode(_ bytes: UnsafeRawBufferPointer, for store: StoreID) -> Result<Keyring, Damage> {
    do throws(ByteReader.Failure) {
      return .success(try decoded(bytes, for: store))
    } catch {
      return .failure(Damage(found: error.reason, offset: error.offset))
    }
  }

  /// Why a copy cannot be used.
  package struct Damage: Error {
    var found: String
    var offset: Int
  }

  private static func decoded(
    _ bytes: UnsafeRawBufferPointer,
    for store: StoreID
  ) throws(ByteReader.Failure) -> Keyring {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt64.self) == magic else { throw reader.failure("no list of keys") }
    let id = StoreID(low: try reader.read(UInt64.self), high: try reader.read(UInt64.self))
    guard id == store else { throw reader.failure("the keys of another store, \(id)") }
    let generation = try reader.read(UInt64.self)
    let kind = try reader.read(UInt32.self)
    let rounds = try reader.read(UInt32.self)
    let salt = Salt(low: try reader.read(UInt64.self), high: try reader.read(UInt64.self))
    let check = [UInt8](try reader.read(count: checkSize))
    let count = Int(try reader.read(UInt32.self))
    guard try reader.read(UInt32.self) == 0, kind <= 1, count <= largestCount,
      kind == 0 || allowedRounds.contains(rounds)
    else {
      throw reader.failure("a list of keys of another form")
    }
    var entries: [Entry] = []
    for _ in 0..<count {
      let id = try reader.read(UInt32.self)
      let state = try reader.read(UInt32.self)
      let created = try reader.read(Int64.self)
      let wrapped = [UInt8](try reader.read(count: wrappedSize))
      guard let state = Entry.State(rawValue: UInt8(clamping: state)), id > entries.last?.id ?? 0 else {
        throw reader.failure("an entry that is no data key")
      }
      entries.append(Entry(id: id, state: state, created: created, wrapped: wrapped))
    }
    let end = reader.offset
    let hash = XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: magic)
    guard try reader.read(UInt64.self) == hash else { throw reader.failure("a wrong checksum") }
    return Keyring(
      generation: generation,
      derivation: kind == 0 ? .none : .passphrase(rounds: rounds, salt: salt),
      check: check,
      entries: entries
    )
  }
}
