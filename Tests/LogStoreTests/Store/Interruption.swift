import LogStore

/// Something to be done once while a checkpoint is written.
final class Interruption: Sendable {
  let body = Lock((@Sendable () -> Void)?.none)

  /// What the store is opened with.
  func storage(over base: some StorageIO) -> WatchedIO {
    WatchedIO(base: base) { [self] path, call throws(StorageIOError) in
      guard case .write = call, path.contains("/ckpt/") else { return }
      body.withLock { body in
        defer { body = nil }
        return body
      }?()
    }
  }
}
