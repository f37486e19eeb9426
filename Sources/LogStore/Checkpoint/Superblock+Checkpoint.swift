extension Superblock.Checkpoint {
  /// What a superblock says of a checkpoint, or of a list without one.
  ///
  /// - Parameter beginning: The header as it stands in the file.
  init(_ header: CheckpointHeader, beginning: [UInt8]) {
    self.init(
      id: header.id,
      sequence: header.sequence,
      position: header.position,
      hash: beginning.withUnsafeBytes { CheckpointHeader.hash($0, header.storeID) }
    )
  }
}
