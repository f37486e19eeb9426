import Foundation
import LogStore
import SimulationSupport

/// Large values on the real file system: a soak with kills, and one value larger than memory should ever see.
enum BlobSuite {
  /// Kills a process that puts, replaces and deletes large values until so many changes were acknowledged, and
  /// compares.
  ///
  /// - Returns: Whether nothing was lost and no file is left over.
  static func soak(changes: Int, seed: Int) throws -> Bool {
    let directory = try scratch("blobs")
    defer { try? FileManager.default.removeItem(at: directory) }
    var delay = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    var kills = 0
    print("seed \(seed), \(directory.path)")
    while try BlobOracle(directory).acknowledged < changes {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["put", directory.path, "\(seed &+ kills)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let words = output.fileHandleForReading.availableData
      delay ^= delay << 13
      delay ^= delay >> 7
      delay ^= delay << 17
      usleep(UInt32(delay % 400_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
        print(String(decoding: words, as: UTF8.self))
        print("kill \(kills): the process ended by itself with status \(process.terminationStatus)")
        return false
      }
      kills += 1
    }
    var last = try BlobWorker(directory, seed: UInt64(seed))
    let (count, bytes) = try last.end()
    print(
      "\(last.acknowledged) changes and \(kills) kills: nothing lost; \(count) files with \(bytes) bytes, none over"
    )
    return true
  }

  /// Writes a value of so many bytes, reads it back, and prints time and peak memory.
  static func large(mebibytes: Int) throws -> Bool {
    let directory = try scratch("blob")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try Store.open(at: directory.appendingPathComponent("large.store").path)
    let schema = SchemaDescription(entities: [
      .init(
        name: "File",
        attributes: [.init(name: "content", kind: .data, typeName: "Data", flags: [.external])]
      )
    ])
    guard let layout = try store.adopt(schema).layout(for: "File") else { return false }
    var part = [UInt8](repeating: 0, count: 1 << 20)
    let idle = try peakMemory()
    let start = Date()
    let writer = try store.makeBlobWriter()
    for number in 0..<mebibytes {
      fill(&part, UInt64(number))
      try writer.append(part)
    }
    let blob = try writer.finish()
    var batch = WriteBatch()
    batch.attach(blob)
    var record = RecordWriter(layout: layout)
    record.append(blob: blob.reference)
    let id = try store.newObjectID()
    batch.insert(id, layout: layout, payload: record.finish())
    try store.commit(batch)
    let written = Date()
    guard let reader = try store.snapshot().openBlob(of: id, layout.fields[0].property) else { return false }
    var offset = 0
    var isRight = reader.length == UInt64(mebibytes) << 20
    try reader.forEachPart(of: 0..<reader.length) { bytes throws(StoreError) in
      if offset & (1 << 20 - 1) == 0 { fill(&part, UInt64(offset >> 20)) }
      let place = offset & (1 << 20 - 1)
      isRight = isRight && bytes.elementsEqual(part[place..<place + bytes.count])
      offset += bytes.count
      return isRight
    }
    let read = Date()
    let peak = try peakMemory()
    try store.close()
    let rate = { (from: Date, to: Date) in Int(Double(mebibytes) / to.timeIntervalSince(from)) }
    print(
      "\(mebibytes) MiB: \(isRight ? "right" : "WRONG"); written at \(rate(start, written)) MiB/s, read at"
        + " \(rate(written, read)) MiB/s; peak memory \((peak - idle) >> 10) MiB above idle"
    )
    return isRight
  }

  /// Bytes of a part that its number alone tells.
  private static func fill(_ part: inout [UInt8], _ number: UInt64) {
    var word = number &* 0x9E37_79B9_7F4A_7C15 | 1
    part.withUnsafeMutableBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      }
    }
  }

  private static func scratch(_ name: String) throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(name)-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
  }

  /// KiB of memory that the process has had at most.
  private static func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}
