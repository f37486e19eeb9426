import LogStore

extension StatsReport {
  /// The report for programs.
  var document: JSONDocument {
    [
      "files": .array(
        files.map {
          ["name": .string($0.name), "count": JSONDocument($0.count), "bytes": JSONDocument($0.bytes)]
        }
      ),
      "fileBytes": JSONDocument(fileBytes),
      "segments": .array(
        segments.map {
          [
            "id": JSONDocument($0.id), "kind": .string("\($0.kind)"), "bytes": JSONDocument($0.bytes),
            "liveBytes": JSONDocument($0.live), "deadBytes": JSONDocument(max(0, $0.bytes - $0.live)),
          ]
        }
      ),
      "entities": .array(
        entities.map {
          [
            "name": .string($0.name), "objects": JSONDocument($0.objects),
            "recordBytes": JSONDocument($0.bytes), "blobs": JSONDocument($0.blobs),
            "blobFileBytes": JSONDocument($0.blobBytes),
          ]
        }
      ),
      "checkpoint": .array(
        sections.map {
          [
            "section": .string($0.label), "entries": JSONDocument($0.entries),
            "pages": JSONDocument($0.pages), "bytes": JSONDocument($0.bytes),
          ]
        }
      ),
      "logHalves": .array(halves.map { JSONDocument($0) }),
      "activeHalf": JSONDocument(activeHalf),
      "history": [
        "commits": JSONDocument(history.commits), "bytes": JSONDocument(history.bytes),
        "first": JSONDocument(history.first) { JSONDocument($0) },
        "last": JSONDocument(history.last) { JSONDocument($0) },
      ],
      "edges": JSONDocument(edges),
      "liveBytes": JSONDocument(liveBytes),
      "blobBytes": JSONDocument(blobBytes),
      "missingBlobs": JSONDocument(missingBlobs),
      "indexMemoryBytes": JSONDocument(indexMemory),
      "mappedIndexBytes": JSONDocument(mappedIndexes),
      "newestCommit": JSONDocument(newestCommit),
      "oldestReader": JSONDocument(oldestReader) { JSONDocument($0) },
      "amplification": JSONDocument(SizeText.ratio(fileBytes, of: keptBytes)) { JSONDocument($0) },
    ]
  }
}
