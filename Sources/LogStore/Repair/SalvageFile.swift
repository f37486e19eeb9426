/// The bytes of a damaged file, read through a window: however large the file is, and wherever its device refuses
/// to be read.
final class SalvageFile {
  /// Bytes that are read at once.
  private static let windowSize = 1 << 20

  let path: String
  let size: UInt64
  private let file: any StorageFile
  private var window = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 16)
  private var start: UInt64 = 0
  private var filled = 0

  /// Opens a file.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: what the system says, unless that the device failed: a missing right is no damage.
  init?(_ path: String, io: any StorageIO) throws(StoreError) {
    self.path = path
    do throws(StorageIOError) {
      guard try io.metadata(path)?.kind == .file else { return nil }
      file = try io.open(path, .readOnly)
      size = try file.size()
    } catch {
      if error.isNoSuchEntry { return nil }
      throw StoreError(error, tried: "read a damaged store")
    }
  }

  deinit { window.deallocate() }

  /// Up to `count` bytes from an offset on, fewer at the end of the file. Good until the next call.
  func bytes(at offset: UInt64, count: Int) -> UnsafeRawBufferPointer {
    let count = offset < size ? Int(min(UInt64(max(count, 0)), size - offset)) : 0
    guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    if offset < start || offset + UInt64(count) > start + UInt64(filled) { load(offset, count) }
    let place = Int(offset - start)
    guard place < filled else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: window[place..<min(filled, place + count)])
  }

  private func load(_ offset: UInt64, _ count: Int) {
    let block = UInt64(FormatConstants.blockSize)
    start = offset / block * block
    let wanted = max(count + Int(offset - start), Self.windowSize)
    let room = Int(min(UInt64(wanted), size - start))
    if window.count < room || window.count > 4 * max(room, Self.windowSize) {
      window.deallocate()
      window = .allocate(byteCount: room, alignment: 16)
    }
    let target = UnsafeMutableRawBufferPointer(rebasing: window[..<room])
    do throws(StorageIOError) {
      filled = try file.read(into: target, at: start)
    } catch {
      loadBlocks(target)
    }
  }

  /// Reads block by block what cannot be read at once.
  private func loadBlocks(_ target: UnsafeMutableRawBufferPointer) {
    filled = target.count
    for place in stride(from: 0, to: target.count, by: FormatConstants.blockSize) {
      let end = min(place + FormatConstants.blockSize, target.count)
      let block = UnsafeMutableRawBufferPointer(rebasing: target[place..<end])
      // What the device refuses to read is damaged: zeros, which no checksum fits.
      if (try? file.read(into: block, at: start + UInt64(place))) == block.count { continue }
      block.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  /// Gives the memory of the window back.
  func release() {
    window.deallocate()
    window = .allocate(byteCount: 0, alignment: 16)
    filled = 0
  }

  /// A copy of some bytes, past the window; nil where they cannot be read.
  func copy(at offset: UInt64, count: Int) -> [UInt8]? {
    guard offset <= size, UInt64(count) <= size - offset,
      let bytes = try? file.read(count: count, at: offset), bytes.count == count
    else { return nil }
    return bytes
  }
}
