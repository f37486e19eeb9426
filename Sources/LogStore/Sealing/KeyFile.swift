/// A file that holds a key outside of the store: 32 bytes, or 64 hexadecimal digits and perhaps a line end.
package struct KeyFile {
  /// Where it is, or would be.
  let path: String
  /// Whether it may be made.
  let isOurs: Bool
  private let io: any StorageIO

  /// The file at a path that a program names.
  package init(at path: String, io: any StorageIO) {
    self.path = path
    self.io = io
    isOurs = false
  }

  /// The file that `StoreOptions.Encryption.automatic` stands for.
  init(of paths: StorePaths, io: any StorageIO) throws(StorageIOError) {
    self.io = io
    if let named = io.environment("OBJECTGRAPH_KEY_FILE"), !named.isEmpty {
      path = named
      isOurs = false
    } else if let directory = io.environment("CREDENTIALS_DIRECTORY"),
      try io.metadata(directory + "/objectgraph.key") != nil
    {
      path = directory + "/objectgraph.key"
      isOurs = false
    } else {
      let common = Self.dataDirectory(io).map { $0 + "/objectgraph/store.key" }
      path = common ?? paths.root + ".key"
      // A program without a home, such as a service, names its key: one beside the store would be in the same backup.
      isOurs = common != nil || !io.hasEnvironment
    }
  }

  /// Where the user's programs keep their data (XDG Base Directory Specification); nil where there are no users.
  private static func dataDirectory(_ io: any StorageIO) -> String? {
    if let path = io.environment("XDG_DATA_HOME"), path.hasPrefix("/") { return path }
    return io.environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
  }

  /// The key; nil if there is no such file.
  ///
  /// - Throws: `keyMissing` if the file cannot be read or holds no key.
  package func read() throws(StoreError) -> EncryptionKey? {
    do throws(StorageIOError) {
      let file = try io.open(path, .readOnly)
      let size = try file.size()
      let key = try SecretScratch.lend(byteCount: Int(min(size, Self.largest))) {
        text throws(StorageIOError) -> EncryptionKey? in
        guard size <= Self.largest, try file.read(into: text, at: 0) == text.count else { return nil }
        return Self.decode(UnsafeRawBufferPointer(text))
      }
      if let key { return key }
    } catch {
      if error.knownCode == .noSuchEntry || error.knownCode == .notADirectory { return nil }
      throw StoreError(
        .keyMissing,
        tried: "read the key of sealed values",
        path: path,
        found: error.description,
        remedy: "Let this program read the file, or give it the key in its configuration."
      )
    }
    throw StoreError(
      .keyMissing,
      tried: "read the key of sealed values",
      path: path,
      found: "the file holds neither 32 bytes nor 64 hexadecimal digits",
      remedy: "Restore the file from a backup. Remove it only if no store has sealed values under its key."
    )
  }

  /// The key that a new store is to have: that of the file, which is made if it is ours.
  ///
  /// - Throws: `keyMissing` if there is none and it may not be made.
  func readOrCreate() throws(StoreError) -> EncryptionKey {
    let present = try read()
    if let present, !isOurs { return present }
    guard isOurs else { throw missing("keep sealed values") }
    do throws(StorageIOError) {
      if present == nil { try create() }
      // Another process may have made it this moment, and the power may go before that one's syncs.
      try io.open(path, .readWrite).sync()
      try syncDirectories()
    } catch {
      throw StoreError(error, tried: "make the key file \(path)")
    }
    if let present { return present }
    guard let key = try read() else { throw missing("read the key that was just made") }
    return key
  }

  /// That the file is not there.
  func missing(_ tried: String) -> StoreError {
    StoreError(
      .keyMissing,
      tried: tried,
      path: path,
      found: "there is no key file at this path",
      remedy: "Bring the file back, or name the place it has now"
        + (isOurs ? " in OBJECTGRAPH_KEY_FILE" : "")
        + ". Without the key nobody can read what was sealed under it."
    )
  }

  /// Makes the file with a new key. It appears whole or not at all, and never in the place of another.
  private func create() throws(StorageIOError) {
    let parent = StorePaths(root: path).parent
    try createDirectories(parent)
    let temporary = path + ".new-" + String(io.random(), radix: 16)
    do throws(StorageIOError) {
      let file = try io.open(temporary, .createPrivate)
      try SecretScratch.lend(byteCount: Self.textSize) { text throws(StorageIOError) in
        for word in 0..<4 { Self.encode(io.random(), into: text, at: 16 * word) }
        text[Self.textSize - 1] = UInt8(ascii: "\n")
        try file.write(UnsafeRawBufferPointer(text), at: 0)
      }
      try file.sync()
      try io.renameWithoutReplacing(temporary, to: path)
    } catch {
      try? io.remove(temporary)
      // Another process was quicker: its key is as good.
      if error.knownCode != .alreadyExists { throw error }
    }
  }

  /// Makes the names of the file and of the directories durable that may have been made for it.
  private func syncDirectories() throws(StorageIOError) {
    var directory = StorePaths(root: path).parent
    for _ in 0..<4 {
      try io.syncDirectory(directory)
      let parent = StorePaths(root: directory).parent
      // What is above the user's home was there before.
      if parent == directory || directory == io.environment("HOME") { return }
      directory = parent
    }
  }

  private func createDirectories(_ path: String) throws(StorageIOError) {
    guard try io.metadata(path) == nil else { return }
    let parent = StorePaths(root: path).parent
    if parent != path { try createDirectories(parent) }
    do throws(StorageIOError) {
      try io.createDirectory(path)
    } catch {
      if error.knownCode != .alreadyExists { throw error }
    }
  }

  // MARK: Text

  private static let largest: UInt64 = 4096
  private static let textSize = 2 * EncryptionKey.size + 1

  /// Writes sixteen digits. No table and no branch depends on them.
  private static func encode(_ word: UInt64, into target: UnsafeMutableRawBufferPointer, at offset: Int) {
    for place in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 15
      // 39 more from ten on: the distance of 'a' from the character behind '9'.
      let isLetter = (9 &- digit) >> 7
      target[offset + place] = 48 &+ digit &+ 39 &* isLetter
    }
  }

  /// The key that the bytes of a file are; nil if they are none.
  private static func decode(_ text: UnsafeRawBufferPointer) -> EncryptionKey? {
    if text.count == EncryptionKey.size { return EncryptionKey(text) }
    var count = text.count
    while count > 0, text[count - 1] == 10 || text[count - 1] == 13 { count -= 1 }
    guard count == 2 * EncryptionKey.size else { return nil }
    var faults: UInt8 = 0
    let key = try? EncryptionKey { bytes in
      for index in 0..<EncryptionKey.size {
        let (high, low) = (digit(text[2 * index]), digit(text[2 * index + 1]))
        faults |= high | low
        bytes[index] = high << 4 | low & 15
      }
    }
    return faults < 16 ? key : nil
  }

  /// The value of a hexadecimal digit, computed without a table; above 15 if it is none.
  private static func digit(_ character: UInt8) -> UInt8 {
    let number = character &- 48
    let letter = (character | 32) &- 97
    let isNumber = UInt8(truncatingIfNeeded: (Int16(number) - 10) >> 8)
    let isLetter = UInt8(truncatingIfNeeded: (Int16(letter) - 6) >> 8)
    return number & isNumber | (letter &+ 10) & isLetter | 0x80 & ~(isNumber | isLetter)
  }
}
