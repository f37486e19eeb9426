extension Overlay.Record {
  /// Lends the record to a closure.
  package func lend<R>(_ body: (RecordView) throws(StoreError) -> R) throws(StoreError) -> R {
    let result: Result<R, StoreError> = payload.withUnsafeBytes { bytes in
      do throws(StoreError) {
        return .success(try body(RecordView(trusted: bytes, layout: layout)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
