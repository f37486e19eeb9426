/// A record whose checksum fits its bytes.
struct VerifiedRecord {
  /// Why some bytes are not the record that was looked for.
  struct Damage: Error {
    /// In words.
    let found: String
  }

  /// The record's header.
  let header: RecordHeader
  /// The bytes behind it.
  let payload: UnsafeRawBufferPointer

  /// Checks bytes that begin with a record; more may follow.
  ///
  /// - Parameter id: What the record has to be about; nil admits all.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, of id: UInt64?, hashSeed: UInt64) throws(Damage) {
    try self.init(known: bytes, of: id)
    guard header.isIntact(payload, hashSeed: hashSeed) || Sabotage.recordHashIgnored.isOn else {
      throw Self.unfit
    }
  }

  /// Takes bytes that begin with a record whose checksum was compared before.
  @inline(__always)
  init(known bytes: UnsafeRawBufferPointer, of id: UInt64?) throws(Damage) {
    guard let header = RecordHeader(decoding: bytes), header.size <= bytes.count else {
      throw Damage(found: "no record header")
    }
    guard id == nil || header.object == id else { throw Self.unfit }
    self.header = header
    payload = UnsafeRawBufferPointer(rebasing: bytes[FormatConstants.recordHeaderSize..<header.size])
  }

  private static var unfit: Damage { Damage(found: "the record's checksum does not fit its bytes") }

  /// The values of an object's record.
  @inline(__always)
  func view(_ layout: RecordLayout?) throws(Damage) -> RecordView {
    guard let layout, let view = RecordView(layout: layout, payload: payload) else {
      throw Damage(found: "the payload does not fit layout \(header.layout.rawValue)")
    }
    return view
  }
}
