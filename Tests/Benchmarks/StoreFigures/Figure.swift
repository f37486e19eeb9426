import Foundation

/// One measured value, and what the machine does at best without a store.
struct Figure {
  var name: String
  var value: Double
  var unit: String
  /// The floor, in the same unit; nil where there is none.
  var floor: Double?
  /// What the floor is.
  var floorName = ""

  /// How many times the floor it is.
  var ratio: Double? { floor.map { value / $0 } }

  /// A line of the table.
  var text: String {
    let left = name.padding(toLength: 52, withPad: " ", startingAt: 0)
    let middle = "\(Self.short(value)) \(unit)".padding(toLength: 18, withPad: " ", startingAt: 0)
    guard let floor, let ratio else { return left + middle }
    return left + middle + "\(Self.short(ratio)) x \(Self.short(floor)) (\(floorName))"
  }

  /// As a value of a JSON object.
  var json: [String: Any] {
    var object: [String: Any] = ["name": name, "value": value, "unit": unit]
    if let floor {
      object["floor"] = floor
      object["floorName"] = floorName
    }
    return object
  }

  private static func short(_ value: Double) -> String {
    value >= 100 || value == value.rounded() ? String(Int(value.rounded())) : String(format: "%.2f", value)
  }
}

/// Times of many calls, in microseconds.
struct Times {
  private var times: [Double] = []

  /// Runs and times a call.
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = DispatchTime.now().uptimeNanoseconds
    defer { times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3) }
    return try body()
  }

  mutating func add(_ other: Times) { times += other.times }

  /// The time within which that share of the calls was done.
  func within(_ share: Double) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  var count: Int { times.count }
}
