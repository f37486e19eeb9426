#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets threads wait for something that another one does under a `Lock`: the waiting one reads `value` under
/// that lock, leaves it and waits until the value is another one.
///
/// Built from the system's mutex and condition variable, which the thread sanitizer understands.
package final class Signal: Sendable {
  private struct Parts {
    var mutex = pthread_mutex_t()
    var condition = pthread_cond_t()
    var value: UInt64 = 0
  }

  /// The address as a number, since pointers are not `Sendable`. Set by `init`, freed by `deinit`.
  private let address: UInt

  package init() {
    let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
    parts.initialize(to: Parts())
    pthread_mutex_init(&parts.pointee.mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(&parts.pointee.condition, &attributes)
    pthread_condattr_destroy(&attributes)
    address = UInt(bitPattern: parts)
  }

  deinit {
    pthread_cond_destroy(&parts.pointee.condition)
    pthread_mutex_destroy(&parts.pointee.mutex)
    parts.deinitialize(count: 1)
    parts.deallocate()
  }

  private var parts: UnsafeMutablePointer<Parts> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// How often the signal was raised.
  package var value: UInt64 {
    pthread_mutex_lock(&parts.pointee.mutex)
    defer { pthread_mutex_unlock(&parts.pointee.mutex) }
    return parts.pointee.value
  }

  /// Wakes all that wait.
  package func raise() {
    pthread_mutex_lock(&parts.pointee.mutex)
    parts.pointee.value += 1
    pthread_cond_broadcast(&parts.pointee.condition)
    pthread_mutex_unlock(&parts.pointee.mutex)
  }

  /// Waits until the value is another one.
  package func wait(past value: UInt64) {
    pthread_mutex_lock(&parts.pointee.mutex)
    while parts.pointee.value == value {
      pthread_cond_wait(&parts.pointee.condition, &parts.pointee.mutex)
    }
    pthread_mutex_unlock(&parts.pointee.mutex)
  }

  /// Waits until the value is another one, but no longer than that.
  package func wait(past value: UInt64, microseconds: Int) {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let end = deadline.tv_nsec + (microseconds % 1_000_000) * 1000
    deadline.tv_sec += microseconds / 1_000_000 + end / 1_000_000_000
    deadline.tv_nsec = end % 1_000_000_000
    pthread_mutex_lock(&parts.pointee.mutex)
    while parts.pointee.value == value {
      guard pthread_cond_timedwait(&parts.pointee.condition, &parts.pointee.mutex, &deadline) == 0 else {
        break
      }
    }
    pthread_mutex_unlock(&parts.pointee.mutex)
  }
}
