import Foundation
import LogStoreTesting

/// A row of inputs for one decoder, in this process.
struct FuzzBatch {
  let kind: FuzzKind
  private let target: any FuzzTarget
  private let memory: GuardedMemory

  init(_ kind: FuzzKind) throws {
    self.kind = kind
    target = try kind.make()
    memory = try GuardedMemory()
  }

  /// Decodes the inputs of some seeds and prints what must not be.
  ///
  /// - Returns: Whether nothing was wrong.
  func run(_ seeds: Range<UInt64>, noting mark: ProgressMark) throws -> Bool {
    FuzzLimits.boundMemory()
    var isRight = true
    var peak = FuzzLimits.peakMemory()
    for seed in seeds {
      mark.content.seed = seed
      FuzzLimits.startTimer()
      do {
        let (size, isAccepted) = try decode(seed)
        if isAccepted { mark.content.accepted += 1 }
        let now = FuzzLimits.peakMemory()
        if now - peak > FuzzLimits.memory(size) {
          isRight = false
          say("\((now - peak) >> 10) KiB of memory for an input of \(size) bytes", seed)
        }
        peak = max(peak, now)
      } catch let violation as FuzzViolation {
        isRight = false
        say("\(violation)", seed)
      }
      mark.content.done += 1
    }
    return isRight
  }

  /// - Returns: Size of the input, and whether it was taken for valid.
  func decode(_ seed: UInt64) throws -> (Int, Bool) {
    let input = try input(seed)
    do {
      return (input.count, try memory.lend(input, target.accepts))
    } catch let violation as FuzzViolation {
      throw violation
    } catch {
      return (input.count, false)
    }
  }

  /// The bytes of a seed.
  func input(_ seed: UInt64) throws -> [UInt8] {
    var random = SimulatedRandomness(seed: seed)
    return try target.input(&random)
  }

  private func say(_ what: String, _ seed: UInt64) {
    print("VIOLATION \(kind.name): \(what)\n  fuzz replay \(kind.name) \(seed)")
    fflush(nil)
  }
}
