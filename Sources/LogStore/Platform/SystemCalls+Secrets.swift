#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// MARK: Memory of secrets

extension SystemCalls {
  /// Overwrites memory with zeros by `explicit_bzero` (string.h), a call into the C library that no optimiser
  /// may leave out: the system promises it, and the compiler cannot see what it does.
  static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress else { return }
    explicit_bzero(base, memory.count)
  }

  /// Zeroed pages for a secret, kept out of core dumps and, as far as the process's limit allows, out of swap.
  ///
  /// - Returns: nil when the system has no memory, or not that much.
  static func allocateSecret(byteCount: Int) -> UnsafeMutableRawPointer? {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let address = mmap(nil, max(byteCount, 1), PROT_READ | PROT_WRITE, flags, -1, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    // Both may be refused, and the secret is then as safe as the rest of the memory.
    _ = mlock(address, max(byteCount, 1))
    _ = madvise(address, max(byteCount, 1), MADV_DONTDUMP)
    return address
  }

  /// Wipes and returns what `allocateSecret` gave.
  static func releaseSecret(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    wipe(UnsafeMutableRawBufferPointer(start: address, count: byteCount))
    munmap(address, max(byteCount, 1))
  }
}
