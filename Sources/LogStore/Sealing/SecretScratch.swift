/// Memory for what must not outlive a call: key streams, subkeys, one-time keys.
enum SecretScratch {
  /// Lends memory of undefined content, on the stack if it is small, and wipes it however the body ends.
  ///
  /// Values that the body keeps in variables of its own may live on in registers and spill slots; Swift has no
  /// means to reach those.
  @inline(__always)
  static func lend<Result: ~Copyable, Failure: Error>(
    byteCount: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer throws(Failure) in
      defer { SystemCalls.wipe(buffer) }
      return try body(buffer)
    }
  }

  /// Wipes a variable that holds plain bytes (numbers, structures of numbers) in place.
  @inline(__always)
  static func wipe<Plain: BitwiseCopyable>(_ value: inout Plain) {
    withUnsafeMutableBytes(of: &value) { SystemCalls.wipe($0) }
  }
}
