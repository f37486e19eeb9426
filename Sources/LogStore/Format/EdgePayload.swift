/// The payload of an EDGE record: one target of a relationship that no slot holds.
package struct EdgePayload: Sendable, Equatable {
  /// Bytes of the payload.
  package static let size = 40

  package var relationship: PropertyID
  package var owner: ObjectID
  package var target: ObjectID
  /// Place of the target among the owner's.
  package var ownerKey: UInt64
  /// Place of the owner among those of the inverse; 0 if there is no inverse.
  package var targetKey: UInt64

  /// The bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: Self.size)
    writer.append(relationship.rawValue)
    writer.append(UInt32(0))
    writer.append(owner.rawValue)
    writer.append(target.rawValue)
    writer.append(ownerKey)
    writer.append(targetKey)
    return writer.bytes
  }

  package init(
    relationship: PropertyID,
    owner: ObjectID,
    target: ObjectID,
    ownerKey: UInt64,
    targetKey: UInt64
  ) {
    self.relationship = relationship
    self.owner = owner
    self.target = target
    self.ownerKey = ownerKey
    self.targetKey = targetKey
  }

  /// Reads a payload; nil if it has another size.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    self.init(
      relationship: PropertyID(rawValue: bytes.word(0, UInt32.self)),
      owner: ObjectID(rawValue: bytes.word(8, UInt64.self)),
      target: ObjectID(rawValue: bytes.word(16, UInt64.self)),
      ownerKey: bytes.word(24, UInt64.self),
      targetKey: bytes.word(32, UInt64.self)
    )
  }
}
