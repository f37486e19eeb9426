import Foundation
import LogStore

/// What reading records takes, beside reading the same number of bytes by the system and by a copy.
struct ReadFigures {
  let directory: String
  private static let body = String(repeating: "b", count: 120)
  private static let bytes = 160

  func run(_ objects: Int = 300_000, _ reads: Int = 300_000) throws -> [Figure] {
    let items = try ItemStore(at: directory + "/read.store")
    let ids = try items.fill(objects, body: Self.body)
    try items.store.close()
    let again = try ItemStore(at: directory + "/read.store")
    let snapshot = again.store.snapshot()
    var order: [Int] = []
    var state: UInt64 = 1
    for _ in 0..<reads {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.append(Int(state >> 33) % objects)
    }
    var sum = 0
    let record = try nanoseconds(reads) {
      for index in order {
        _ = try snapshot.withRecord(ids[index]) { record, _ throws(StoreError) in
          sum += record.string(1).utf8.count
        }
      }
    }
    let file = try PosixStorageIO().open(directory + "/flat", .createOrOpen)
    let flat = [UInt8](repeating: 1, count: objects * Self.bytes)
    try file.write(flat, at: 0)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bytes, alignment: 8)
    defer { buffer.deallocate() }
    let pread = try nanoseconds(reads) {
      for index in order { sum += try file.read(into: buffer, at: UInt64(index * Self.bytes)) }
    }
    let copy = flat.withUnsafeBytes { flat in
      nanoseconds(reads) {
        for index in order {
          let start = index * Self.bytes
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: flat[start..<start + Self.bytes]))
          sum += Int(buffer[0])
        }
      }
    }
    try again.store.close()
    guard sum > 0 else { throw FigureError("nothing was read") }
    return [
      Figure(
        name: "read a record at random",
        value: record,
        unit: "ns",
        floor: pread,
        floorName: "pread of 160 bytes"
      ),
      Figure(name: "the same", value: record, unit: "ns", floor: copy, floorName: "memcpy of 160 bytes"),
    ]
  }

  private func nanoseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
  }
}
