/// The decoders by name.
struct FuzzKind: Sendable {
  let name: String
  /// What it decodes.
  let summary: String
  /// Its part of the inputs that are for all, in relation to the others: what is slow has less.
  var share = 1.0
  let make: @Sendable () throws -> any FuzzTarget

  /// All of them. A decoder that is new gets a type in `Targets` and a line here.
  static let all = [
    FuzzKind(name: "superblock", summary: "a slot of SUPER") { SuperblockTarget() },
    FuzzKind(name: "log", summary: "two halves of the log, full of groups", share: 0.5) { LogTarget() },
    FuzzKind(name: "frame", summary: "frames and the records in them") { FrameTarget() },
    FuzzKind(name: "record", summary: "a layout and values of all kinds by it") { RecordTarget() },
    FuzzKind(name: "structured", summary: "structured values") { StructuredTarget() },
    FuzzKind(name: "catalog", summary: "catalogs") { CatalogTarget() },
    FuzzKind(name: "history", summary: "what commits say that they changed") { HistoryTarget() },
    FuzzKind(name: "checkpoint", summary: "checkpoints, every page of them", share: 0.2) {
      try CheckpointTarget()
    },
    FuzzKind(name: "segment-list", summary: "segment lists") { ListTarget() },
    FuzzKind(name: "keys", summary: "KEYS", share: 0.5) { try KeysTarget() },
    FuzzKind(name: "keyfile", summary: "key files", share: 0.5) { KeyFileTarget() },
    FuzzKind(name: "blob", summary: "blobs and the references to them", share: 0.5) { BlobTarget() },
    FuzzKind(name: "sealed", summary: "sealed values with a flipped bit, or in another place") {
      try SealedTarget()
    },
    FuzzKind(name: "filter", summary: "text filters, and the queries that they are", share: 0.5) {
      try FilterTarget()
    },
    FuzzKind(name: "value", summary: "texts of values") { ValueTarget() },
    FuzzKind(name: "json", summary: "lines of a dump") { try DumpTarget(isLoaded: false) },
    FuzzKind(name: "load", summary: "dumps that are loaded into a new store", share: 0.005) {
      try DumpTarget(isLoaded: true)
    },
    FuzzKind(name: "store", summary: "whole stores: opened, checked, dumped, changed", share: 0.001) {
      try StoreTarget()
    },
    FuzzKind(name: "command", summary: "command lines of storectl", share: 0.005) { try CommandTarget() },
  ]
}
