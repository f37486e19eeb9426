import LogStoreTesting

/// A decoder that is given bytes which no writer made.
protocol FuzzTarget {
  /// Makes the bytes to decode; the same ones for the same random numbers.
  func input(_ random: inout SimulatedRandomness) throws -> [UInt8]

  /// Decodes bytes.
  ///
  /// - Returns: Whether they were taken for valid.
  /// - Throws: `FuzzViolation` if something came out that must not; any other error is a refusal, as it should be.
  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool
}
