public import ControlFile
public import ObjectGraph

/// Reads a control file into a catalog, batch by batch.
///
/// Each batch has its own context and is saved before the next is read. So memory stays bounded however long
/// the file is, and an import that is stopped leaves whole batches behind and loses none that was reported.
///
/// What a batch does is repeatable: packages are found by name and architecture and changed only where the
/// file says something else. Importing never removes a package, for an index need not list all there are.
///
/// A relation may name a package that stands later in the file. Its row is stored without a target then, and
/// a last pass looks for the targets still missing; names that no package bears become virtual packages. The
/// pass works from what is stored, so it also finishes what an interrupted import left over.
public struct Importer {
  /// The number of packages stored together.
  public static let defaultBatchSize = 1_000
  /// The number of relations that the last pass stores together.
  private static let relationBatchSize = 5_000

  private let open: () throws -> ModelContainer
  private let batchSize: Int

  /// Prepares to import into a catalog.
  public init(into container: ModelContainer, batchSize: Int = Importer.defaultBatchSize) {
    self.init(batchSize: batchSize) { container }
  }

  /// Prepares to import into a catalog that is opened once the file has turned out to hold a package, or has ended
  /// without a fault.
  public init(batchSize: Int = Importer.defaultBatchSize, opening open: @escaping () throws -> ModelContainer)
  {
    self.open = open
    self.batchSize = max(1, batchSize)
  }

  /// Imports a file and returns what that changed.
  ///
  /// - Parameter progress: called after each batch is durable; what it throws stops the import.
  /// - Throws: `ImportError` at the first fault of the file, after all packages before it have been stored, or
  ///   where the store fails; errors of its opening as they are.
  public func run(
    _ source: consuming ByteSource,
    limits: ControlFileParser.Limits = .init(),
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    var report = ImportReport()
    var parser = ControlFileParser(source, limits: limits)
    var fault: ControlFileError?
    var isAtEnd = false
    var opened: ModelContainer?
    while !isAtEnd {
      var records: [PackageRecord] = []
      do {
        isAtEnd = try !fill(&records, from: &parser)
      } catch {
        fault = error
        isAtEnd = true
      }
      if records.isEmpty { continue }
      let container = try opened ?? open()
      opened = container
      report = try store(records, in: container, after: report)
      try progress(.packages(report.packageCount))
    }
    if let fault, opened == nil { throw ImportError(fault: fault, report: report) }
    try resolveRemaining(&report, in: try opened ?? open(), progress: progress)
    report.latin1LineCount = parser.latin1LineCount
    report.firstLatin1Line = parser.firstLatin1Line
    if let fault { throw ImportError(fault: fault, report: report) }
    return report
  }

  /// Stores a batch, durably.
  private func store(
    _ records: [PackageRecord],
    in container: ModelContainer,
    after report: ImportReport
  ) throws(ImportError) -> ImportReport {
    do {
      let context = makeContext(container)
      var batch = ImportBatch(context, report: report)
      try batch.store(records)
      if context.hasChanges { try context.save() }
      return batch.report
    } catch {
      throw ImportError(fault: error, report: report)
    }
  }

  /// Reads the next batch. Returns false at the end of the file. What was read before a fault stays in `records`.
  private func fill(
    _ records: inout [PackageRecord],
    from parser: inout ControlFileParser
  ) throws(ControlFileError) -> Bool {
    records.reserveCapacity(batchSize)
    while records.count < batchSize {
      guard let paragraph = try parser.next() else { return false }
      records.append(try PackageRecord(paragraph))
    }
    return true
  }

  /// Gives a target to every relation that has none.
  private func resolveRemaining(
    _ report: inout ImportReport,
    in container: ModelContainer,
    progress: (ImportProgress) throws -> Void
  ) throws {
    var descriptor = FetchDescriptor<Dependency>(predicate: #Predicate { $0.target == nil })
    descriptor.fetchLimit = Self.relationBatchSize
    var resolved = 0
    while true {
      do {
        let context = makeContext(container)
        let rows = try context.fetch(descriptor)
        if rows.isEmpty { return }
        var resolver = TargetResolver(context)
        try resolver.resolve(rows, addingVirtualPackages: true)
        try context.save()
        report.virtualAdded += resolver.virtualAdded
        resolved += rows.count
      } catch {
        throw ImportError(fault: error, report: report)
      }
      try progress(.relations(resolved))
    }
  }

  private func makeContext(_ container: ModelContainer) -> ModelContext {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    return context
  }
}
