import LogStore

extension Command {
  static let stats = Command(
    name: "stats",
    operands: ["STORE"],
    summary: "where the bytes go: segments, entities, indexes",
    answer: .document(
      """
      {"files": [{"name", "count", "bytes"}], "fileBytes",
       "segments": [{"id", "kind": hot or cold, "bytes", "liveBytes", "deadBytes"}],
       "entities": [{"name", "objects", "recordBytes", "blobs", "blobFileBytes"}],
       "checkpoint": [{"section", "entries", "pages", "bytes"}],
       "logHalves": [bytes], "activeHalf", "history": {"commits", "bytes", "first", "last"},
       "edges", "liveBytes", "blobBytes", "missingBlobs", "indexMemoryBytes",
       "mappedIndexBytes", "newestCommit", "oldestReader": version or null, "amplification"}
      """
    ),
    details: """
      Prints how large the files of each kind are; what of each segment is live, and what
      is dead and would go with a compaction that keeps all history; how much the records
      and blobs of each entity take; the sections of the checkpoint; what the indexes take
      in the memory of a program that opens the store, beside the checkpoint, which it
      maps; and whether another process holds an old version. Bytes of live records are
      summed up from the indexes, by which sizes are known to 64 bytes. Units are decimal:
      1 MB is 1,000,000 bytes.
      """,
    run: { context in
      let report = try StatsReport(try StoreInspection(at: context.path, io: context.io))
      try context.answer(report.document) { try report.write(to: $0) }
      return .success
    }
  )
}
