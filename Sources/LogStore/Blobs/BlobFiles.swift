/// The files of the blobs of a store, for reading.
///
/// All versions of an open store share one. Safe to use from any thread.
package final class BlobFiles: Sendable {
  let io: any StorageIO
  let paths: StorePaths
  let store: StoreID
  /// Keeps writers in other processes from removing the blobs of the one version that is read through this.
  private let mark: ReaderMark?

  package init(io: any StorageIO, paths: StorePaths, store: StoreID, mark: ReaderMark? = nil) {
    self.io = io
    self.paths = paths
    self.store = store
    self.mark = mark
  }

  /// Opens a blob, and verifies header, footer and size. Nothing of the value is read.
  ///
  /// - Throws: `blobMissing`, `blobDamaged`, `inputOutput`.
  package func open(_ reference: BlobReference, of place: BlobPlace?) throws(StoreError) -> BlobReader {
    let file: any StorageFile
    do throws(StorageIOError) {
      file = try openFile(reference.id)
    } catch {
      let path = paths.blob(reference.id)
      guard error.isNoSuchEntry else { throw Self.unreadable(error, reference.id, place) }
      throw StoreError(
        .blobMissing,
        tried: Self.trying(reference.id, place),
        path: path,
        found: "the file is missing",
        remedy:
          "Put it back from a backup of the store, or give the attribute another value; all else can be read.",
        objects: place.map { [$0.object] } ?? []
      )
    }
    return try BlobReader(file, reference, store: store, of: place)
  }

  /// The file of a blob: under its temporary name as long as no commit has taken it.
  private func openFile(_ id: BlobID) throws(StorageIOError) -> any StorageFile {
    do throws(StorageIOError) {
      return try io.open(paths.blob(id), .readOnly)
    } catch {
      guard error.isNoSuchEntry else { throw error }
    }
    do throws(StorageIOError) {
      return try io.open(paths.temporaryBlob(id), .readOnly)
    } catch {
      guard error.isNoSuchEntry else { throw error }
    }
    // It may have got its name in between.
    return try io.open(paths.blob(id), .readOnly)
  }

  /// What was tried with a blob, in words.
  static func trying(_ id: BlobID, _ place: BlobPlace?) -> String {
    place.map { "read \($0.description)" } ?? "read blob \(id)"
  }

  /// The error of a file that the system refuses to read.
  static func unreadable(_ error: StorageIOError, _ id: BlobID, _ place: BlobPlace?) -> StoreError {
    var failure = StoreError(error, tried: trying(id, place))
    failure.objects = place.map { [$0.object] } ?? []
    return failure
  }
}
