/// Checks a store without changing a byte: the files, every checksum, and whether what was read agrees with
/// itself. Recovery runs in memory, by the code that opens stores, and verifies every frame and record.
public struct StoreCheck {
  let io: any StorageIO
  let paths: StorePaths
  /// Whether all bytes of blobs are read.
  let isDeep: Bool
  var report = CheckReport()

  private init(io: any StorageIO, paths: StorePaths, isDeep: Bool) {
    self.io = io
    self.paths = paths
    self.isDeep = isDeep
  }

  /// Checks the store at a path. Beside a running writer only what the writer has made visible is checked, and
  /// not the files, which change meanwhile.
  ///
  /// - Parameter isDeep: Whether to verify all bytes of external blobs; otherwise of each blob only that it is there,
  ///   its size, header and footer.
  /// - Returns: What was found; damage is a finding, not an error.
  /// - Throws: `storeMissing`, `notAStore`, `newerFormat` or `inputOutput`: where nothing can be judged.
  /// - Complexity: O(bytes of the store).
  public static func run(
    at path: String,
    readingBlobs isDeep: Bool = false,
    io: any StorageIO = PosixStorageIO()
  ) throws(StoreError) -> CheckReport {
    var check = StoreCheck(io: io, paths: StorePaths(root: path), isDeep: isDeep)
    do throws(StoreError) {
      let inspection = try StoreInspection(at: path, io: io, readsAllRecords: true)
      check.inspect(inspection)
    } catch {
      guard error.isDamage else { throw error }
      check.report.add(CheckFinding(error))
      try check.searchDamage(after: error)
    }
    return check.report
  }

  private mutating func inspect(_ inspection: StoreInspection) {
    let recovered = inspection.recovered
    report.records = recovered.report.recordCount
    report.isBesideWriter = inspection.writer != nil
    if let problem = recovered.report.checkpointProblem {
      report.add(CheckFinding(.corruption, path: paths.checkpoints, found: problem))
    }
    if inspection.writer == nil {
      checkSuperblocks(recovered)
      checkLog(recovered)
      checkCheckpoint(recovered)
      checkSegments(recovered)
      checkDirectories(recovered)
    }
    checkKeys(recovered)
    report = SnapshotCheck.run(
      inspection.state(openingWith: nil),
      idLimit: recovered.idLimit,
      readingBlobs: isDeep,
      into: report
    )
  }

  /// Adds a finding about a file.
  mutating func note(
    _ severity: CheckFinding.Severity,
    _ path: String,
    at offset: UInt64? = nil,
    _ found: String
  ) {
    report.add(CheckFinding(severity, path: path, offset: offset, found: found))
  }

  /// Size of a file; nil, with a finding, if it is not there.
  mutating func size(of path: String) -> UInt64? {
    do {
      if let metadata = try io.metadata(path), metadata.kind == .file { return metadata.size }
      note(.corruption, path, "the file is missing")
    } catch {
      report.add(CheckFinding(error))
    }
    return nil
  }

  /// Names in a directory; empty, with a finding, if it cannot be listed.
  mutating func names(in directory: String) -> [String] {
    do {
      if try io.metadata(directory)?.kind == .directory { return try io.contents(ofDirectory: directory) }
      note(.corruption, directory, "the directory is missing")
    } catch {
      report.add(CheckFinding(error))
    }
    return []
  }
}

extension StoreError {
  /// Whether it says that the bytes of a store are not what was written.
  package var isDamage: Bool {
    switch code {
    case .superblockCorrupt, .walCorrupt, .segmentCorrupt, .checkpointCorrupt, .recordCorrupt,
      .catalogCorrupt:
      true
    default: false
    }
  }
}
