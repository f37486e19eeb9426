import Synchronization

/// The pages of one index in a checkpoint: a tree that was written once. Each page is verified when it is first
/// touched, by the hash that the page above it holds; the root's hash is in the checkpoint's header.
final class RunPages: Sendable {
  let file: PageFile
  let section: CheckpointSection
  /// Words of a key in inner pages.
  let keyWords: Int
  /// Words of an entry of a leaf.
  let leafColumns: Int
  /// Entries of the index.
  let count: Int
  /// Address of the bits of the pages that were verified.
  private let verified: UInt
  /// Of each inner page that was verified, by its ordinal: the lowest ordinal below it.
  private let lowest = Lock<[Int: Int]>([:])

  init(file: PageFile, section: CheckpointSection, keyWords: Int, leafColumns: Int) {
    self.file = file
    self.section = section
    self.keyWords = keyWords
    self.leafColumns = leafColumns
    count = Int(clamping: section.count)
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.words(section))
    for word in 0..<Self.words(section) { (words + word).initialize(to: Atomic(0)) }
    verified = UInt(bitPattern: words)
  }

  deinit {
    if let words = UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: verified) {
      words.deinitialize(count: Self.words(section))
      words.deallocate()
    }
  }

  /// A page takes at least 32 bytes, so a forged number of pages asks for no more than a 256th of the file.
  private static func words(_ section: CheckpointSection) -> Int {
    Int(clamping: section.pageCount) / 64 + 1
  }

  /// These pages, or those of the indexes that were built again after damage; nil if they have none.
  @inline(__always)
  var current: RunPages? {
    guard let image = file.replacement else { return self }
    return image.pages(section.kind, section.number)
  }

  /// Runs a search; after damage once more on the indexes that were built again.
  @inline(__always)
  func search<R>(_ body: (RunPages) throws(PageDamage) -> R?) -> R? {
    var next = current
    while let pages = next {
      do throws(PageDamage) {
        return try body(pages)
      } catch {
        next = pages.recovered(from: error)
      }
    }
    return nil
  }

  /// The pages to go on with after damage.
  @inline(never)
  private func recovered(from damage: PageDamage) -> RunPages? {
    file.recover(from: damage)?.pages(section.kind, section.number)
  }

  // MARK: Steps

  /// The root page.
  @inline(__always)
  func root() throws(PageDamage) -> (page: RunPage, level: Int) {
    let ordinal = Int(truncatingIfNeeded: section.pageCount &- 1)
    let address = try page(section.offset, ordinal, level: nil) { (section.hash, 0) }
    return (RunPage(base: address), Self.level(address))
  }

  /// A child of an inner page.
  @inline(__always)
  func child(_ slot: Int, of page: RunPage, level: Int) throws(PageDamage) -> RunPage {
    let offset = page.column(keyWords)[slot]
    let ordinal = Int(truncatingIfNeeded: page.column(keyWords &+ 3)[slot])
    let base = try self.page(offset, ordinal, level: level &- 1) {
      (page.column(keyWords &+ 1)[slot], lowestOrdinal(slot, of: page))
    }
    return RunPage(base: base)
  }

  /// The lowest ordinal that the pages below a child of a verified inner page may have: pages are numbered so that
  /// those of a subtree follow each other, its root last.
  private func lowestOrdinal(_ slot: Int, of page: RunPage) -> Int {
    let ordinals = page.column(keyWords + 3)
    if slot > 0 { return Int(truncatingIfNeeded: ordinals[slot - 1]) + 1 }
    return lowest.withLock { $0[Int(truncatingIfNeeded: ordinals[page.count - 1]) + 1] } ?? 0
  }

  /// Number of entries before a child of an inner page.
  @inline(__always)
  func before(_ slot: Int, of page: RunPage) -> Int {
    Int(truncatingIfNeeded: page.column(keyWords &+ 2)[slot])
  }

  private static func level(_ address: UnsafeRawPointer) -> Int {
    Int(address.load(fromByteOffset: 3, as: UInt8.self))
  }

  @inline(__always)
  private func page(
    _ offset: UInt64,
    _ ordinal: Int,
    level: Int?,
    expected: () -> (hash: UInt64, lowest: Int)
  ) throws(PageDamage) -> UnsafeRawPointer {
    let words = UnsafePointer<Atomic<UInt64>>(bitPattern: verified).unsafelyUnwrapped
    let isKnown =
      ordinal >= 0 && ordinal &>> 6 < Self.words(section)
      && (words + ordinal &>> 6).pointee.load(ordering: .relaxed) & (1 &<< UInt64(ordinal & 63)) != 0
    if !isKnown { try verify(offset, ordinal, level, expected()) }
    return file.region.bytes.baseAddress.unsafelyUnwrapped + Int(truncatingIfNeeded: offset)
  }

  /// Looks at a page for the first time.
  @inline(never)
  private func verify(
    _ offset: UInt64,
    _ ordinal: Int,
    _ level: Int?,
    _ expected: (hash: UInt64, lowest: Int)
  ) throws(PageDamage) {
    let bytes = file.region.bytes
    func damage(_ reason: String) -> PageDamage { PageDamage(offset: offset, reason: reason) }
    guard let start = Int(exactly: offset), start % 8 == 0, start >= 0, bytes.count - 24 >= start,
      ordinal >= 0, ordinal < Int(clamping: section.pageCount)
    else { throw damage("the file ends before the page") }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    let size = Int(rest.word(4, UInt32.self))
    guard size % 8 == 0, size >= 24, size <= rest.count,
      XXH64.hash(UnsafeRawBufferPointer(rebasing: rest[..<size]), seed: file.seed) == expected.hash
    else { throw damage("the checksum of the page does not fit its bytes") }
    guard let base = rest.baseAddress, isSound(base, size, level), expected.lowest <= ordinal,
      isNumbered(RunPage(base: base), Self.level(base), expected.lowest...ordinal)
    else { throw damage("the page has not the form of its index") }
    let words = UnsafePointer<Atomic<UInt64>>(bitPattern: verified).unsafelyUnwrapped
    (words + ordinal / 64).pointee.bitwiseOr(1 << UInt64(ordinal % 64), ordering: .relaxed)
  }

  /// Whether reading any entry of a page stays inside of it.
  private func isSound(_ base: UnsafeRawPointer, _ size: Int, _ level: Int?) -> Bool {
    let page = RunPage(base: base)
    let found = Self.level(base)
    let columns = Int(base.load(fromByteOffset: 2, as: UInt8.self))
    guard found == level ?? found, found <= 8, page.count > 0, page.count <= RunPage.leafCapacity,
      columns == (found == 0 ? leafColumns : keyWords + RunPage.childColumns),
      RunPage.headerSize + columns * RunPage.columnSize + 8 <= size
    else { return false }
    return (0..<columns).allSatisfy {
      RunColumn.isSound(page: base, index: $0, count: page.count, size: size)
    }
  }

  /// Whether the pages of a subtree can only have the ordinals that it was given, each one once: an ordinal says
  /// that its page was verified, so two pages must never share one, not even in a file that was forged.
  private func isNumbered(_ page: RunPage, _ level: Int, _ ordinals: ClosedRange<Int>) -> Bool {
    guard level > 0 else { return ordinals.count == 1 }
    let column = page.column(keyWords + 3)
    var next = ordinals.lowerBound
    for slot in 0..<page.count {
      guard let child = Int(exactly: column[slot]), child >= next, level > 1 || child == next else {
        return false
      }
      next = child + 1
    }
    lowest.withLock { $0[ordinals.upperBound] = ordinals.lowerBound }
    return next == ordinals.upperBound
  }
}
