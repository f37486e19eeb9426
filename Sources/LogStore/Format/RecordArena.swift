/// Memory for the records that a commit has in hand, one behind the other: a place stays good as long as the arena
/// does, and a record costs a copy of its bytes instead of an allocation.
final class RecordArena {
  private static let smallestBlock = 16 << 10

  // Checking each access at run time would cost more than the copy does.
  @exclusivity(unchecked) private var blocks: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) private var next = UnsafeMutableRawPointer(bitPattern: 8).unsafelyUnwrapped
  @exclusivity(unchecked) private var room = 0

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies bytes in.
  ///
  /// - Returns: Where they are.
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
    if bytes.count > room { addBlock(max(bytes.count, Self.smallestBlock)) }
    let place = next
    if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
    next += bytes.count
    room -= bytes.count
    return place
  }

  private func addBlock(_ size: Int) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    blocks.append(block)
    next = block
    room = size
  }
}
