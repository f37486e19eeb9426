import Foundation
import LogStore

/// What opening takes, and what the indexes of many objects take of memory.
struct OpenFigures {
  let directory: String
  let objects: Int
  private static let body = String(repeating: "b", count: 120)
  private var path: String { directory + "/large.store" }

  init(directory: String, objects: Int) {
    self.directory = directory
    self.objects = objects
  }

  /// Memory of the indexes of all objects while none lies in a checkpoint: the primary one, the extent, and an ordered
  /// index of strings.
  func memory() throws -> [Figure] {
    var options = StoreOptions()
    options.checkpointBytes = .max
    let items = try ItemStore(at: path, options: options)
    let before = Memory.allocated()
    _ = try items.fill(objects, body: Self.body)
    let bytes = Memory.allocated() - before
    let live = items.store.statistics().liveBytes
    try items.store.close()
    return [
      Figure(
        name: "indexes in memory, an object",
        value: Double(bytes) / Double(objects),
        unit: "bytes",
        floor: 12 + 16,
        floorName: "12 and 16 for the ordered index"
      ),
      Figure(
        name: "size of the store, an object",
        value: Double(Memory.files(below: path)) / Double(objects),
        unit: "bytes",
        floor: Double(live) / Double(objects),
        floorName: "live records"
      ),
    ]
  }

  /// Opening after a close, and after a process was killed that had committed.
  func opening() throws -> [Figure] {
    let closed = try time(5)
    var killed = Times()
    for _ in 0..<5 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["commit-and-die", path]
      try process.run()
      process.waitUntilExit()
      guard process.terminationReason == .uncaughtSignal else { throw FigureError("the child did not die") }
      killed.add(try time(1))
    }
    return [
      Figure(name: "open \(objects) objects after a close", value: closed.within(0.5) / 1e3, unit: "ms"),
      Figure(name: "open them after a kill", value: killed.within(0.5) / 1e3, unit: "ms"),
    ]
  }

  private func time(_ count: Int) throws -> Times {
    var times = Times()
    for _ in 0..<count {
      let items = try times.measure { try ItemStore(at: path) }
      try items.store.close()
    }
    return times
  }

  /// What the process does that is killed: it fills a part of the log.
  static func commitAndDie(_ path: String) throws {
    let items = try ItemStore(at: path)
    for number in 0..<1000 { try items.add(number, body: body) }
    kill(getpid(), SIGKILL)
  }

  /// A store of one object.
  func smallest() throws -> [Figure] {
    var times = Times()
    for number in 0..<20 {
      try times.measure {
        let items = try ItemStore(at: directory + "/small\(number).store")
        try items.add(1, body: "one")
        try items.store.close()
      }
    }
    return [
      Figure(name: "make, fill and close a store of one object", value: times.within(0.5) / 1e3, unit: "ms"),
      Figure(
        name: "its size",
        value: Double(Memory.files(below: directory + "/small0.store")) / 1024,
        unit: "KiB"
      ),
    ]
  }
}
