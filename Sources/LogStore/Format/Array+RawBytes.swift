extension [UInt8] {
  /// `withUnsafeBytes` that keeps the type of the error.
  package func withRawBytes<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    let outcome = withUnsafeBytes { bytes -> Result<R, Failure> in
      do throws(Failure) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
