extension Snapshot: RecordSource {}
