/// In which line each object of a dump stands. Objects that follow each other with their ids take no room of their own.
struct LineTable {
  private struct Run {
    var id: UInt64
    var line: Int
    var count: Int
  }

  private var runs: [Run] = []

  /// Notes the line of an object.
  mutating func append(_ id: ObjectID, line: Int) {
    if let last = runs.last, last.id + UInt64(last.count) == id.rawValue, last.line + last.count == line {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(id: id.rawValue, line: line, count: 1))
    }
  }

  /// The line of an object; nil if it has none. O(runs): for messages.
  subscript(id: ObjectID) -> Int? {
    for run in runs where id.rawValue >= run.id && id.rawValue - run.id < UInt64(run.count) {
      return run.line + Int(id.rawValue - run.id)
    }
    return nil
  }
}
