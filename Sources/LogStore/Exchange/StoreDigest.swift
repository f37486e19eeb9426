/// One number over all objects of a store, whatever way they are stored (FORMAT.md, "The digest"): the sum of a hash of
/// each object's line in the dump, so that it can follow a change without a look at the other objects.
package struct StoreDigest: Sendable, Hashable, CustomStringConvertible {
  private var sum: UInt128 = 0

  /// That of no objects.
  package init() {}

  /// Adds a line of a dump, its line feed included.
  package mutating func add(_ line: [UInt8]) {
    var hash = LineHash()
    hash.update(line)
    add(hash)
  }

  private mutating func add(_ hash: LineHash) { sum &+= hash.value }

  /// Thirty-two hexadecimal digits.
  package var description: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// The digest of all objects of a version.
  ///
  /// - Throws: `keyMissing` if values are sealed and the version was not given their key; what `ObjectDump` throws.
  /// - Complexity: O(bytes of live records and blobs).
  package static func of(_ state: IndexState) throws -> StoreDigest {
    guard state.sealing != nil || !state.catalog.hasSealedLayouts else {
      throw StoreError(
        .keyMissing,
        tried: "compute the digest",
        path: state.path,
        found: "it has sealed values, which count in clear: sealed again, they have other bytes",
        remedy: "Give --decrypt and the key."
      )
    }
    var digest = StoreDigest()
    var hash = LineHash()
    let dump = ObjectDump(state) { hash.update($0) }
    try dump.appendAll(where: { _ in true }) {
      try dump.flush()
      digest.add(hash)
      hash = LineHash()
    }
    if let problem = dump.problems.first { throw problem }
    return digest
  }

  /// The hash of one line.
  private struct LineHash {
    private var low = XXH64.Stream(seed: 0)
    private var high = XXH64.Stream(seed: 1)

    var value: UInt128 { UInt128(high.finish()) << 64 | UInt128(low.finish()) }

    mutating func update(_ bytes: [UInt8]) {
      low.update(bytes)
      high.update(bytes)
    }
  }
}
