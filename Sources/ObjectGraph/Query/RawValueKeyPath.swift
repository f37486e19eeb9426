import Foundation

/// Tells whether a key path of an enum reads its raw value.
///
/// A key path to `rawValue` has no property that says so, and differs from the one that generic code can
/// form. So it is read on every case, and has to give the raw value each time.
enum RawValueKeyPath {
  /// Whether a key path gives the raw value of each case.
  static func reads(_ keyPath: AnyKeyPath, _ type: any RawRepresentable.Type) -> Bool { check(keyPath, type) }

  private static func check<T: RawRepresentable>(_ keyPath: AnyKeyPath, _ type: T.Type) -> Bool {
    guard let keyPath = keyPath as? KeyPath<T, T.RawValue>, let cases = cases(of: type), !cases.isEmpty else {
      return false
    }
    return cases.allSatisfy { same($0[keyPath: keyPath], $0.rawValue) }
  }

  private static func cases<T>(of type: T.Type) -> [T]? {
    if let iterable = type as? any CaseIterable.Type { return all(iterable) as? [T] }
    return patterns(of: type)
  }

  private static func all<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(T.allCases) }

  /// All values of an enum without payloads: small integers, as many as its descriptor says it has cases.
  private static func patterns<T>(of type: T.Type) -> [T]? {
    guard NeutralDecoder.isEnum(type), _isPOD(type), MemoryLayout<T>.size <= 2 else { return nil }
    // Metadata: kind, descriptor. Descriptor: five words of 32 bits, then payload cases and empty cases.
    let descriptor = unsafeBitCast(type, to: UnsafePointer<UnsafePointer<UInt32>>.self)[1]
    guard descriptor[5] & 0xFF_FFFF == 0 else { return nil }
    let count = Int(descriptor[6])
    guard count > 0, count <= 4096 else { return nil }
    if MemoryLayout<T>.size == 0 { return count == 1 ? [unsafeBitCast((), to: type)] : nil }
    return (0..<count).map { number in
      MemoryLayout<T>.size == 1
        ? unsafeBitCast(UInt8(truncatingIfNeeded: number), to: type)
        : unsafeBitCast(UInt16(truncatingIfNeeded: number), to: type)
    }
  }

  private static func same(_ a: Any, _ b: Any) -> Bool {
    guard let a = a as? any Equatable else { return false }
    return equal(a, b)
  }

  private static func equal<T: Equatable>(_ a: T, _ b: Any) -> Bool { (b as? T) == a }
}
