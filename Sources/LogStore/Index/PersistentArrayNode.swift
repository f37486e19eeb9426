/// A node of a `PersistentArray`: it owns a payload of raw memory and, as a directory, its children.
///
/// A directory's payload is a table of the children's payload addresses, which readers follow without
/// touching any reference count, and a table of strong references to the children themselves.
///
/// A node is changed only while it is referenced once from an array that is itself being changed, so that
/// shared nodes never change: that is what makes it `Sendable`.
final class PersistentArrayNode: Sendable {
  /// Bits of an index that choose an entry of a leaf: 256 entries.
  static let leafBits: UInt64 = 8
  /// Bits of an index that choose a child of a directory.
  static let slotBits: UInt64 = 6
  /// Children of a directory.
  static let fanOut = 1 << Int(slotBits)
  /// Selects the bits that choose a child, once shifted down.
  static let slotMask: UInt64 = (1 << slotBits) - 1

  /// How many entries or children a node has, by its shift.
  @inline(__always)
  static func reach(_ shift: UInt64) -> UInt64 { shift == 0 ? 1 << leafBits : 1 << slotBits }

  /// The shift of a node's parent.
  @inline(__always)
  static func above(_ shift: UInt64) -> UInt64 { shift == 0 ? leafBits : shift &+ slotBits }

  /// The shift of a directory's children.
  @inline(__always)
  static func below(_ shift: UInt64) -> UInt64 { shift == leafBits ? 0 : shift &- slotBits }

  /// Address of the payload; a number, since a pointer is not `Sendable`.
  let address: UInt
  private let isDirectory: Bool

  /// A directory without children.
  init() {
    let size = Self.fanOut * (MemoryLayout<UInt>.stride + MemoryLayout<PersistentArrayNode?>.stride)
    address = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16))
    isDirectory = true
    Self.addresses(address).initialize(repeating: 0, count: Self.fanOut)
    Self.owners(address).initialize(repeating: nil, count: Self.fanOut)
  }

  /// A directory with the same children.
  init(copyOfDirectory other: PersistentArrayNode) {
    let size = Self.fanOut * (MemoryLayout<UInt>.stride + MemoryLayout<PersistentArrayNode?>.stride)
    address = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16))
    isDirectory = true
    Self.addresses(address).initialize(from: Self.addresses(other.address), count: Self.fanOut)
    Self.owners(address).initialize(from: Self.owners(other.address), count: Self.fanOut)
  }

  /// A leaf whose payload is not initialised yet and will hold values without references.
  init(leafOf size: Int, alignment: Int) {
    let payload = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: alignment)
    address = UInt(bitPattern: payload)
    isDirectory = false
  }

  deinit {
    if isDirectory { Self.owners(address).deinitialize(count: Self.fanOut) }
    UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
  }

  /// The payload addresses of a directory's children, 0 for none.
  @inline(__always)
  static func addresses(_ address: UInt) -> UnsafeMutablePointer<UInt> {
    UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped.assumingMemoryBound(to: UInt.self)
  }

  /// A directory's references to its children.
  @inline(__always)
  static func owners(_ address: UInt) -> UnsafeMutablePointer<PersistentArrayNode?> {
    (UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped + fanOut * MemoryLayout<UInt>.stride)
      .assumingMemoryBound(to: PersistentArrayNode?.self)
  }
}
