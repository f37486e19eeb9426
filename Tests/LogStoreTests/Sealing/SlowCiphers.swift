/// The algorithms as their papers say them, over arrays and schoolbook numbers: slow, short, and written
/// without a look at the fast ones.
enum SlowCiphers {
  /// ChaCha20 (RFC 8439, 2.4).
  static func chaCha20(_ message: [UInt8], key: [UInt8], nonce: [UInt8], counter: UInt32) -> [UInt8] {
    let start = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574] + words(key) + [0] + words(nonce)
    var result: [UInt8] = []
    var stream: [UInt8] = []
    for (index, byte) in message.enumerated() {
      if index % 64 == 0 {
        var block = start
        block[12] = counter &+ UInt32(index / 64)
        let first = block
        for round in 0..<20 {
          for column in 0..<4 {
            let shift = round % 2
            quarter(
              &block,
              column,
              4 + (column + shift) % 4,
              8 + (column + 2 * shift) % 4,
              12 + (column + 3 * shift) % 4
            )
          }
        }
        stream = zip(block, first).flatMap { pair in
          (0..<4).map { UInt8((pair.0 &+ pair.1) >> ($0 * 8) & 255) }
        }
      }
      result.append(byte ^ stream[index % 64])
    }
    return result
  }

  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << ($1 * 8) }
    }
  }

  private static func quarter(_ block: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    for (x, y, z, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
      block[x] &+= block[y]
      block[z] ^= block[x]
      block[z] = block[z] << bits | block[z] >> (32 - bits)
    }
  }

  /// Poly1305 (RFC 8439, 2.5), with numbers as arrays of digits to the base 256, low digit first.
  static func poly1305(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var factor = key[..<16].map(Int.init)
    for index in [3, 7, 11, 15] { factor[index] &= 15 }
    for index in [4, 8, 12] { factor[index] &= 252 }
    var sum: [Int] = [0]
    for start in stride(from: 0, to: message.count, by: 16) {
      sum = add(sum, message[start..<min(start + 16, message.count)].map(Int.init) + [1])
      var product = [Int](repeating: 0, count: sum.count + 16)
      for (i, x) in sum.enumerated() { for (j, y) in factor.enumerated() { product[i + j] += x * y } }
      sum = remainder(add(product, []))
    }
    // Once more, in case it is between the prime and 2^130.
    let passing = add(sum, [5])
    if passing.count > 16, passing[16] >= 4 { sum = passing.enumerated().map { $0 == 16 ? $1 - 4 : $1 } }
    return (add(sum, key[16...].map(Int.init)) + [Int](repeating: 0, count: 16)).prefix(16).map { UInt8($0) }
  }

  private static func add(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var carry = 0
    for index in 0..<max(left.count, right.count) {
      carry += (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0)
      result.append(carry & 255)
      carry >>= 8
    }
    while carry > 0 {
      result.append(carry & 255)
      carry >>= 8
    }
    return result
  }

  /// Takes what is above bit 130 five times to the bottom until nothing is.
  private static func remainder(_ number: [Int]) -> [Int] {
    var number = number
    while number.count > 17 || number.count == 17 && number[16] > 3 {
      var top: [Int] = []
      for index in 16..<number.count {
        let next = index + 1 < number.count ? number[index + 1] : 0
        top.append(number[index] >> 2 | (next & 3) << 6)
      }
      let low = Array(number[..<16]) + [number[16] & 3]
      number = add(low, add(top.map { $0 * 5 }, []))
      while number.count > 17, number.last == 0 { number.removeLast() }
    }
    return number
  }

  /// SHA-256 (FIPS 180-4), its constants computed from the primes that they come from.
  static func sha256(_ message: [UInt8]) -> [UInt8] {
    let length = UInt64(message.count) * 8
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(length >> (56 - 8 * $0) & 255) }
    var chain = primes.prefix(8).map { fraction(of: $0, power: 2) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var w = (0..<16).map { i in (0..<4).reduce(0) { $0 << 8 | UInt32(padded[start + i * 4 + $1]) } }
      for i in 16..<64 {
        let a = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3
        let b = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10
        w.append(w[i - 16] &+ a &+ w[i - 7] &+ b)
      }
      var s = chain
      for i in 0..<64 {
        let choice = s[4] & s[5] ^ ~s[4] & s[6]
        let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
        let high = right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)
        let first = s[7] &+ high &+ choice &+ roundConstants[i] &+ w[i]
        let low = right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)
        s = [first &+ low &+ majority] + s[..<3] + [s[3] &+ first] + s[4..<7]
      }
      chain = zip(chain, s).map { $0 &+ $1 }
    }
    return chain.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } }
  }

  private static func right(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  private static let primes: [Int] = (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }
  private static let roundConstants = primes.map { fraction(of: $0, power: 3) }

  /// The first 32 bits behind the point of a root: the largest n with n^power <= prime * 2^(32 power).
  private static func fraction(of prime: Int, power: Int) -> UInt32 {
    let goal = UInt128(prime) << (32 * power)
    var root: UInt128 = 0
    for bit in (0..<40).reversed() {
      let next = root | 1 << bit
      if (1..<power).reduce(next, { product, _ in product * next }) <= goal { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
