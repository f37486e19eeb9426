import Foundation

/// Many inputs for one decoder after the other, in processes of their own, so that one that dies says for which
/// input.
struct FuzzCampaign {
  /// Inputs for all decoders together.
  var inputs: Int
  /// The first seed.
  var seed: UInt64
  /// Inputs for one process: what a decoder leaks or forgets does not add up for ever.
  private static let batch = 200_000
  /// Failures of one decoder after which it is left.
  private static let patience = 8
  /// Seconds after which a process that decodes nothing is ended: it waits for something.
  private static let idleSeconds = 120.0

  /// - Returns: Whether nothing was wrong.
  func run(_ kinds: [FuzzKind]) throws -> Bool {
    let shares = kinds.reduce(0) { $0 + $1.share }
    var isRight = true
    var total = 0.0
    let clock = Date()
    for kind in kinds {
      let count = max(1, Int((Double(inputs) * kind.share / shares).rounded()))
      isRight = try run(kind, count) && isRight
      total += Double(count)
    }
    let seconds = Date().timeIntervalSince(clock)
    print(
      "\(Int(total)) inputs in \(Int(seconds)) s, \(Int(total / max(seconds, 0.001))) a second; seeds from \(seed) on"
    )
    return isRight
  }

  private func run(_ kind: FuzzKind, _ count: Int) throws -> Bool {
    let start = Date()
    let end = seed + UInt64(count)
    var (next, accepted, failures) = (seed, UInt64(0), 0)
    while next < end, failures < Self.patience {
      let outcome = try batch(kind, next..<min(end, next + UInt64(Self.batch)))
      accepted += outcome.mark.accepted
      next += outcome.mark.done
      if let problem = outcome.problem {
        failures += 1
        print("VIOLATION \(kind.name): \(problem)\n  fuzz replay \(kind.name) \(outcome.mark.seed)")
        next = outcome.mark.seed + 1
      } else if !outcome.isRight {
        failures += 1
      }
    }
    let seconds = max(Date().timeIntervalSince(start), 0.001)
    let done = next - seed
    print(
      "\(kind.name): \(done) inputs, \(accepted) taken for valid, \(Int(Double(done) / seconds)) a second"
        + (failures > 0 ? ", \(failures) FAILURES" : "")
    )
    fflush(nil)
    return failures == 0
  }

  /// One process; `problem` says how it ended if it did not end by itself.
  private func batch(
    _ kind: FuzzKind,
    _ seeds: Range<UInt64>
  ) throws -> (mark: ProgressMark.Content, isRight: Bool, problem: String?) {
    let mark = try ProgressMark(
      at: FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(getpid())").path
    )
    defer { unlink(mark.path) }
    mark.content = ProgressMark.Content(seed: seeds.lowerBound)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["batch", kind.name, "\(seeds.lowerBound)", "\(seeds.count)", mark.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var (last, since) = (UInt64.max, Date())
    while process.isRunning {
      usleep(20_000)
      if mark.content.done != last { (last, since) = (mark.content.done, Date()) }
      if Date().timeIntervalSince(since) > Self.idleSeconds { kill(process.processIdentifier, SIGKILL) }
    }
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else {
      return (mark.content, process.terminationStatus == 0, nil)
    }
    let problem =
      switch process.terminationStatus {
      case SIGPROF: "more than \(FuzzLimits.seconds) s of processor time"
      case SIGKILL: "no end within \(Int(Self.idleSeconds)) s, or no memory left"
      default: "ended by signal \(process.terminationStatus)"
      }
    return (mark.content, false, problem)
  }
}
