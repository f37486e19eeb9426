import LogStore

extension TripStore {
  /// W1: single insertions, each durable when its commit returns, by a number of threads.
  ///
  /// - Returns: Commits a second, and what each took, in seconds, the quickest first.
  func singleCommits(threads: Int) throws -> (rate: Double, times: [Double]) {
    let start = Environment.now()
    let failure = Lock<(any Error)?>(nil)
    let all = Lock<[Double]>([])
    let workers = (0..<threads).map { _ in Worker() }
    for (thread, worker) in workers.enumerated() {
      worker.submit {
        do {
          var writer = RecordWriter(layout: trip)
          var times: [Double] = []
          for index in stride(from: thread, to: TripGenerator.singleCommits, by: threads) {
            let start = Environment.now()
            var batch = WriteBatch()
            try insert(TripGenerator.trip(index), into: &batch, &writer)
            try store.commit(batch)
            times.append(Environment.now() - start)
          }
          all.withLock { $0 += times }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    for worker in workers { worker.finish() }
    if let error = failure.withLock({ $0 }) { throw error }
    let rate = Double(TripGenerator.singleCommits) / (Environment.now() - start)
    return (rate, all.withLock { $0.sorted() })
  }

  /// What W1 is measured against: synchronous writes of 4 KiB in a file that exists, one behind the other.
  ///
  /// - Returns: Writes a second, and what each took, in seconds, the quickest first.
  static func rawWrites(in directory: String) throws -> (rate: Double, times: [Double]) {
    let io = PosixStorageIO()
    let path = directory + "/raw"
    let count = TripGenerator.singleCommits
    let file = try io.open(path, .createOrOpen)
    try file.write([UInt8](repeating: 0, count: count * 4096), at: 0)
    try file.sync()
    let durable = try io.open(path, .durable)
    let block = [UInt8](repeating: 1, count: 4096)
    let start = Environment.now()
    var times: [Double] = []
    for index in 0..<count {
      let start = Environment.now()
      try durable.write(block, at: UInt64(index * 4096))
      times.append(Environment.now() - start)
    }
    let rate = Double(count) / (Environment.now() - start)
    try io.remove(path)
    return (rate, times.sorted())
  }

  /// W2: all objects in transactions of 10,000.
  func insertAll() throws -> Double {
    let start = Environment.now()
    var writer = RecordWriter(layout: trip)
    var next = 0
    while next < TripGenerator.count {
      let end = min(next + TripGenerator.insertBatch, TripGenerator.count)
      var batch = WriteBatch()
      for index in next..<end { try insert(TripGenerator.trip(index), into: &batch, &writer) }
      try store.commit(batch)
      next = end
    }
    try store.close()
    return Double(TripGenerator.count) / (Environment.now() - start)
  }

  /// W7: one attribute of random objects, in durable transactions of 1000.
  func updateBudgets() throws -> Double {
    let start = Environment.now()
    var writer = RecordWriter(layout: trip)
    let changed: Set<PropertyID> = [fields.budgetID]
    var done = 0
    while done < TripGenerator.updates {
      let snapshot = store.snapshot()
      var newest: [Int64: Double] = [:]
      var order: [Int64] = []
      for index in done..<min(done + TripGenerator.updateBatch, TripGenerator.updates) {
        let number = TripGenerator.updateID(index)
        if newest.updateValue(TripGenerator.updateBudget(index), forKey: number) == nil {
          order.append(number)
        }
      }
      var batch = WriteBatch()
      for number in order {
        guard let budget = newest[number] else { continue }
        let id = id(ofTrip: number)
        let found: Void? = try snapshot.withRecord(id) { record, _ throws(StoreError) in
          writer.begin(trip)
          for index in trip.fields.indices {
            if index == fields.budget {
              writer.append(fixed: budget.bitPattern)
            } else {
              writer.append(copying: index, of: record)
            }
          }
          batch.update(
            id,
            layout: trip,
            payload: writer.finish(),
            changed: changed,
            baseVersion: snapshot.sequence
          )
        }
        guard found != nil else { throw PeerError.missing(number) }
      }
      try store.commit(batch)
      done += TripGenerator.updateBatch
    }
    return Double(TripGenerator.updates) / (Environment.now() - start)
  }

  /// W9: folders deleted with their trips, each in its own durable transaction. Median milliseconds.
  func deleteFolders() throws -> Double {
    var times: [Double] = []
    for index in 0..<TripGenerator.cascades {
      let start = Environment.now()
      var batch = WriteBatch()
      batch.delete(ObjectID(rawValue: firstFolder + UInt64(99 + index)))
      try store.commit(batch)
      times.append((Environment.now() - start) * 1e3)
    }
    return times.sorted()[times.count / 2]
  }
}
