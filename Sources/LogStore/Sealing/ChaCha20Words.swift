/// The 4 x 4 matrix of ChaCha20 (RFC 8439, 2.1 to 2.3): 16 words of 32 bits.
///
/// Plain fields, since arrays and pointers cost a call each where nothing is optimised. No step depends on a
/// word's value but through addition, exclusive or and rotation by a constant.
struct ChaCha20Words: BitwiseCopyable {
  var x0, x1, x2, x3, x4, x5, x6, x7: UInt32
  var x8, x9, x10, x11, x12, x13, x14, x15: UInt32

  /// The twenty rounds, without the final addition (RFC 8439, 2.3).
  @inline(__always)
  mutating func permute() {
    var round = 0
    while round < 10 {
      Self.quarter(&x0, &x4, &x8, &x12)
      Self.quarter(&x1, &x5, &x9, &x13)
      Self.quarter(&x2, &x6, &x10, &x14)
      Self.quarter(&x3, &x7, &x11, &x15)
      Self.quarter(&x0, &x5, &x10, &x15)
      Self.quarter(&x1, &x6, &x11, &x12)
      Self.quarter(&x2, &x7, &x8, &x13)
      Self.quarter(&x3, &x4, &x9, &x14)
      round &+= 1
    }
  }

  /// The quarter round (RFC 8439, 2.1).
  @inline(__always)
  private static func quarter(_ a: inout UInt32, _ b: inout UInt32, _ c: inout UInt32, _ d: inout UInt32) {
    a = a &+ b
    d = d ^ a
    d = (d &<< 16) | (d &>> 16)
    c = c &+ d
    b = b ^ c
    b = (b &<< 12) | (b &>> 20)
    a = a &+ b
    d = d ^ a
    d = (d &<< 8) | (d &>> 24)
    c = c &+ d
    b = b ^ c
    b = (b &<< 7) | (b &>> 25)
  }
}
