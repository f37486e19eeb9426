import LogStore

/// Makes the checksums of a checkpoint right again, those of its pages from the leaves up.
struct CheckpointSeals {
  let storeID: StoreID
  /// Words of a key by kind of section; 0: no index.
  private static let keyWords = [0, 0, 0, 1, 1, 1, 4, 3, 3, 1, 2, 2]

  /// Seals sections, and thereby all but the header, whose hash is elsewhere.
  func seal(_ bytes: inout [UInt8]) {
    for entry in Self.entries(in: bytes) {
      let kind = Int(clamping: bytes.number(entry, 4))
      let offset = Int(clamping: bytes.number(entry + 8, 8))
      let length = Int(clamping: bytes.number(entry + 16, 8))
      guard offset <= bytes.count, length <= bytes.count - offset else { continue }
      if kind > 2, kind < Self.keyWords.count {
        bytes.put(page(&bytes, offset, Self.keyWords[kind], depth: 0), entry + 24, 8)
      } else {
        bytes.put(bytes.hash(offset..<offset + length, seed: storeID.low), entry + 24, 8)
      }
    }
  }

  /// Where the entries of sections stand.
  static func entries(in bytes: [UInt8]) -> [Int] {
    (0..<min(Int(clamping: bytes.number(72, 8)), 64)).map { 88 + 48 * $0 }.filter { $0 + 48 <= bytes.count }
  }

  /// The hash of a page whose children were sealed first.
  private func page(_ bytes: inout [UInt8], _ start: Int, _ keyWords: Int, depth: Int) -> UInt64 {
    let size = Int(bytes.number(start + 4, 4))
    guard size >= 24, size <= bytes.count - start, depth < 6 else { return 0 }
    let count = Int(bytes.number(start, 2))
    if bytes.number(start + 3, 1) > 0, count <= 256 {
      let offsets = (0..<count).map { Self.value(bytes, start, keyWords, $0) }
      let hashes = offsets.map { offset -> UInt64 in
        guard let child = Int(exactly: offset), child < bytes.count, child != start else { return 0 }
        return page(&bytes, child, keyWords, depth: depth + 1)
      }
      put(hashes, &bytes, start, keyWords + 1)
    }
    return bytes.hash(start..<start + size, seed: storeID.low)
  }

  /// Entry of a plain column of up to 56 bits.
  private static func value(_ bytes: [UInt8], _ start: Int, _ column: Int, _ index: Int) -> UInt64 {
    let place = start + 8 + 16 * column
    let slope = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: bytes.number(place + 8, 4))))
    let width = Int(bytes.number(place + 12, 1) & 0x7F)
    let data = start + 8 * Int(bytes.number(place + 14, 2))
    let packed = width == 0 ? 0 : bytes.number(data + index * width / 8, 8) >> UInt64(index * width % 8)
    let number = width >= 64 ? packed : packed & (1 << UInt64(width) - 1)
    let shift = bytes.number(place + 13, 1) & 63
    return bytes.number(place, 8) &+ ((slope &* UInt64(index) &+ number) << shift)
  }

  /// Writes the column of hashes anew, if it has the room that columns of hashes have.
  private func put(_ hashes: [UInt64], _ bytes: inout [UInt8], _ start: Int, _ column: Int) {
    let place = start + 8 + 16 * column
    if hashes.count == 1 { return bytes.put(hashes[0], place, 8) }
    guard bytes.number(place + 12, 1) == 64 else { return }
    bytes.put(0, place, 8)
    bytes.put(0, place + 8, 4)
    bytes.put(0, place + 13, 1)
    let data = start + 8 * Int(bytes.number(place + 14, 2))
    for (index, hash) in hashes.enumerated() { bytes.put(hash, data + 8 * index, 8) }
  }

  /// Notes the numbers of header, section entries, and pages.
  static func note(_ image: inout MutableImage) {
    image.note(at: 0, [4, 2, 2] + [Int](repeating: 8, count: 10))
    for entry in entries(in: image.bytes) {
      image.note(at: entry, [4, 4, 8, 8, 8, 8, 8])
      let start = Int(clamping: image.bytes.number(entry + 8, 8))
      if image.bytes.number(entry, 4) == 1 {
        for place in 0..<Int(image.bytes.number(entry + 16, 8)) / 40 {
          image.note(at: start + 40 * place, [4, 4, 8, 8, 8, 8])
        }
      } else if image.bytes.number(entry, 4) == 2 {
        image.note(at: start, [Int](repeating: 8, count: Int(image.bytes.number(entry + 16, 8)) / 8))
      } else {
        notePages(&image, start, Int(keyWords[min(11, Int(image.bytes.number(entry, 4)))]))
      }
    }
  }

  private static func notePages(_ image: inout MutableImage, _ start: Int, _ keyWords: Int) {
    let columns = Int(image.bytes.number(start + 2, 1))
    image.note(at: start, [2, 1, 1, 4])
    for column in 0..<columns { image.note(at: start + 8 + 16 * column, [8, 4, 1, 1, 2]) }
    let data = start + 8 + 16 * columns
    let size = Int(image.bytes.number(start + 4, 4))
    image.note(at: data, [Int](repeating: 8, count: max(0, (size - 8 - 16 * columns) / 8)))
    guard image.bytes.number(start + 3, 1) > 0 else { return }
    for child in 0..<Int(image.bytes.number(start, 2)) {
      notePages(&image, Int(clamping: value(image.bytes, start, keyWords, child)), keyWords)
    }
  }
}
