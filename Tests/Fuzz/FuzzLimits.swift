import Foundation

/// What an input may cost.
enum FuzzLimits {
  /// Seconds of processor time for one input.
  static let seconds = 10

  /// Bytes by which the memory of the process may grow for an input of a size.
  static func memory(_ size: Int) -> Int { 48 << 20 + 64 * size }

  /// Ends the process by a signal when it has used so much processor time from now on.
  static func startTimer() {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  /// Highest number of resident bytes that this process has had.
  static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }

  /// Lets requests for much memory fail, which ends the process, from a size on beyond what it has now.
  static func boundMemory() {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.prefix { $0.isNumber }
    guard let pages, let used = UInt(pages) else { return }
    let bound = used * 4096 + 512 << 20
    var limit = rlimit(rlim_cur: bound, rlim_max: bound)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    // No image of the process is left behind when it ends.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
