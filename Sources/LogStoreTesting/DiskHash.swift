/// Mixes numbers into one; for telling images of a disk apart, not against malice.
struct DiskHash {
  private(set) var value: UInt64

  init(seed: UInt64) { value = seed }

  mutating func mix(_ number: UInt64) {
    value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 29)) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 32
  }
}
