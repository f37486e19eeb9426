import LogStore

extension Command.Context {
  /// Where the options say that the key of sealed values is.
  func encryption(
    _ keyFile: String = "key-file",
    _ passphraseFile: String = "passphrase-file"
  ) throws -> StoreOptions.Encryption {
    let (key, passphrase) = (arguments.value(keyFile), arguments.value(passphraseFile))
    switch (key, passphrase) {
    case (nil, nil): return .automatic
    case (let path?, nil): return .keyFile(path)
    case (nil, let path?): return .passphrase(try Self.firstLine(of: path, io))
    default: throw UsageError("'--\(keyFile)' and '--\(passphraseFile)' exclude each other")
    }
  }

  private static func firstLine(of path: String, _ io: any StorageIO) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try io.open(path, .readOnly).readAll(upTo: 1 << 16)
    } catch {
      throw UsageError("the passphrase cannot be read: \(error)")
    }
    let line = bytes.prefix { $0 != 10 && $0 != 13 }
    guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
      throw UsageError("the first line of \(path) is no passphrase")
    }
    return text
  }
}
