/// Dates as ISO 8601 writes them, in the proleptic Gregorian calendar.
package enum CalendarDate {
  /// Seconds from 1970 to 2001, the epoch of stored dates.
  private static let epoch: Double = 978_307_200

  /// Seconds since 2001-01-01 00:00 UTC of `2024-05-17`, `2024-05-17T09:30`, with seconds, a fraction and a zone
  /// (`Z`, `+02:00`); without a zone UTC is meant. nil for anything else.
  package static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes, 0, 4), let month = number(bytes, 5, 2), let day = number(bytes, 8, 2),
      (1...12).contains(month), (1...length(of: month, year)).contains(day)
    else { return nil }
    var seconds = Double(days(year, month, day)) * 86_400 - epoch
    guard bytes.count > 10 else { return seconds }
    guard bytes[10] | 0x20 == UInt8(ascii: "t"), bytes.count >= 16, bytes[13] == UInt8(ascii: ":"),
      let hour = number(bytes, 11, 2), let minute = number(bytes, 14, 2), hour < 24, minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    var next = 16
    if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
      guard let second = number(bytes, next + 1, 2), second < 60 else { return nil }
      next += 3
      let start = next
      if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
        next += 1
        while next < bytes.count, isDigit(bytes[next]) { next += 1 }
        guard next > start + 1 else { return nil }
      }
      let digits = String(decoding: bytes[start..<next], as: UTF8.self)
      seconds += Double("\(second)\(digits)") ?? 0
    }
    guard next < bytes.count else { return seconds }
    if bytes[next] | 0x20 == UInt8(ascii: "z") { return next + 1 == bytes.count ? seconds : nil }
    guard bytes.count == next + 6, bytes[next + 3] == UInt8(ascii: ":"),
      bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "-"),
      let hours = number(bytes, next + 1, 2), let minutes = number(bytes, next + 4, 2), hours < 24,
      minutes < 60
    else { return nil }
    let offset = Double(hours * 3600 + minutes * 60)
    return bytes[next] == UInt8(ascii: "+") ? seconds - offset : seconds + offset
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[start..<start + count] {
      guard isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01; years begin in March, so that a leap day ends one (Hinnant's days_from_civil).
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
