import Foundation
import LogStore

/// Looks for differences in time between classes of secrets (after Reparaz, Balasch and Verbauwhede: "Dude, is my
/// code constant time?"): many calls with inputs of two classes in random order, and Welch's t of their times.
///
/// Below 4.5 nothing was found; well above it, and growing with the number of samples, there is a leak. It cannot
/// prove that there is none.
struct TimingTest {
  let samples: Int

  func run() throws -> [CipherFigure] {
    let buffers = CipherBuffers(length: 256)
    let cipher = AuthenticatedCipher.xChaCha20Poly1305
    let sealing = measure { isSecond in
      // Both classes write the same bytes to the same places; only the values differ.
      for index in buffers.key.indices {
        buffers.key[index] = UInt8.random(in: .min ... .max) & (isSecond ? 0xff : 0)
      }
      for index in buffers.message.indices {
        buffers.message[index] = UInt8.random(in: .min ... .max) & (isSecond ? 0xff : 0)
      }
    } timed: {
      try? cipher.seal(
        inPlace: buffers.message,
        key: UnsafeRawBufferPointer(buffers.key),
        nonce: UnsafeRawBufferPointer(buffers.nonce),
        authenticating: UnsafeRawBufferPointer(buffers.associated),
        tag: buffers.shortTag
      )
    }
    try cipher.seal(
      inPlace: buffers.message,
      key: UnsafeRawBufferPointer(buffers.key),
      nonce: UnsafeRawBufferPointer(buffers.nonce),
      authenticating: UnsafeRawBufferPointer(buffers.associated),
      tag: buffers.shortTag
    )
    let right = Array(buffers.shortTag)
    let opening = measure { isSecond in
      for index in 0..<16 { buffers.shortTag[index] = right[index] }
      buffers.shortTag[isSecond ? 15 : 0] ^= 1
    } timed: {
      try? cipher.open(
        inPlace: buffers.message,
        key: UnsafeRawBufferPointer(buffers.key),
        nonce: UnsafeRawBufferPointer(buffers.nonce),
        authenticating: UnsafeRawBufferPointer(buffers.associated),
        tag: UnsafeRawBufferPointer(buffers.shortTag)
      )
    }
    // The same procedure has to find a comparison that stops at the first difference, or it finds nothing.
    let control = measure { isSecond in
      for index in 0..<16 { buffers.shortTag[index] = right[index] }
      buffers.shortTag[isSecond ? 15 : 0] ^= 1
    } timed: {
      for index in 0..<16 where buffers.shortTag[index] != right[index] { return }
    }
    return [
      figure("timing, seal: all-zero or random key and text", sealing),
      figure("timing, open: wrong first or last tag byte", opening),
      figure("timing, control: comparison that stops early", control),
    ]
  }

  private func figure(_ name: String, _ t: Double) -> CipherFigure {
    CipherFigure(name: name, value: t, unit: "|t|", note: abs(t) < 4.5 ? "nothing found" : "differs")
  }

  /// Welch's t over the times of two classes, without the slowest tenth of all, which other programs made slow.
  private func measure(_ prepare: (Bool) -> Void, timed body: () -> Void) -> Double {
    var times: [(isSecond: Bool, time: Double)] = []
    times.reserveCapacity(samples)
    for _ in 0..<samples {
      let isSecond = Bool.random()
      prepare(isSecond)
      let start = DispatchTime.now().uptimeNanoseconds
      body()
      times.append((isSecond, Double(DispatchTime.now().uptimeNanoseconds - start)))
    }
    let limit = times.map(\.time).sorted()[samples * 9 / 10]
    var classes = (Moments(), Moments())
    for (isSecond, time) in times where time <= limit {
      if isSecond { classes.1.add(time) } else { classes.0.add(time) }
    }
    let spread = classes.0.variance / classes.0.count + classes.1.variance / classes.1.count
    return spread > 0 ? abs(classes.0.mean - classes.1.mean) / spread.squareRoot() : 0
  }

  /// Mean and variance of numbers that come one by one (Welford).
  private struct Moments {
    var count = 0.0
    var mean = 0.0
    private var squares = 0.0
    var variance: Double { count > 1 ? squares / (count - 1) : 0 }

    mutating func add(_ value: Double) {
      count += 1
      let distance = value - mean
      mean += distance / count
      squares += distance * (value - mean)
    }
  }
}
