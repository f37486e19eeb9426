extension SnapshotCheck {
  /// Whether the index holds the blobs that a record names, and the files hold what it asks for.
  func checkBlobs(of id: ObjectID, _ record: RecordView, _ plan: LayoutPlan) {
    for field in plan.externals {
      guard let reference = record.blob(field) else { continue }
      tally.blobs += 1
      tally.blobBytes &+= Int(clamping: min(reference.length, BlobFormat.largest))
      let attribute = record.layout.fields[field].property
      let owner = state.blobs[BlobKey(reference.id)]
      if owner != id.rawValue {
        let found = owner.map { "the index gives to object \($0)" } ?? "is in no index"
        note("\(state.catalog.name(of: attribute)) names blob \(reference.id), which \(found)", id)
      }
      guard let files = state.blobFiles else { continue }
      do throws(StoreError) {
        let place = BlobPlace(state.catalog, record.layout.entity, id, attribute)
        let reader = try files.open(reference, of: place)
        if isDeep { try reader.verify() }
      } catch {
        note(error)
      }
    }
  }
}

extension StoreCheck {
  /// Files in the directory of blobs that no record names.
  mutating func checkBlobFiles(_ recovered: RecoveredLog) {
    guard !isMissing(paths.blobs) else { return }
    do throws(StorageIOError) {
      var sweep = try BlobSweep(BlobFiles(io: io, paths: paths, store: recovered.superblock.storeID))
      sweep.spare { recovered.state.blobs[BlobKey($0.id)] != nil && !$0.isTemporary }
      sweep.spareStrangers()
      for file in sweep.candidates {
        note(.note, file.path, "a blob that no object names; the next opening for writing removes it")
      }
      for path in sweep.strangers { note(.note, path, "no file of a store") }
    } catch {
      report.add(CheckFinding(error))
    }
  }
}
