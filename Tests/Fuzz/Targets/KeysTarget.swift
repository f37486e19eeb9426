import LogStore
import LogStoreTesting

/// The file `KEYS`.
struct KeysTarget: FuzzTarget {
  private let image: MutableImage
  private let storeID: StoreID

  init() throws {
    let store = try FuzzStore(.closed)
    var image = MutableImage(store.files[FuzzStore.path + "/KEYS"] ?? [])
    storeID = StoreID(low: image.bytes.number(8, 8), high: image.bytes.number(16, 8))
    let half = image.bytes.count / 2
    for start in [0, half] {
      image.note(at: start, [8, 8, 8, 8, 4, 4, 8, 8, -56, 4, 4, 4, 4, 8, -72, 8])
    }
    self.image = image
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = image
    image.mutate(&random)
    if !random.once(in: 8) { Self.seal(&image.bytes) }
    return image.bytes
  }

  /// Makes the checksums of both copies right.
  static func seal(_ bytes: inout [UInt8]) {
    for start in [0, bytes.count / 2] {
      let end = start + 120 + 88 * min(Int(bytes.number(start + 112, 4)), 1024)
      guard end + 8 <= bytes.count else { continue }
      bytes.put(bytes.hash(start..<end, seed: 0x3130_5359_454B_534C), end, 8)
    }
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let keyring = try Keyring.decode(input, for: storeID).get()
    let written = keyring.encoded(for: storeID)
    let again = try written.withUnsafeBytes { try Keyring.decode($0, for: storeID).get() }
    guard again.encoded(for: storeID) == written else {
      throw FuzzViolation("another list of keys when written and read again")
    }
    return true
  }
}
