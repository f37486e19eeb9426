import LogStore

/// Passes everything on, but waits for nothing: pauses take no time.
struct ImpatientIO: ForwardingIO {
  let base: any StorageIO

  func pause(milliseconds: Int) {}
}
