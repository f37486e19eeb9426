extension StorePaths {
  /// Throws if a new store cannot have this path: something is there, or it lies inside of the store that it is
  /// made from.
  func refuseIfTaken(
    io: any StorageIO,
    beside source: StorePaths,
    tried: String
  ) throws(StoreError) {
    let found: String
    do throws(StorageIOError) {
      if try io.metadata(root) != nil {
        found = "there is something at this path already"
      } else if try isInside(source, io) {
        found = "it lies in the directory of the store itself"
      } else {
        return
      }
    } catch {
      throw StoreError(error, tried: tried)
    }
    throw StoreError(
      .invalidArgument,
      tried: tried,
      path: root,
      found: found,
      remedy: "Name a path where nothing is, in a directory that exists; nothing was changed."
    )
  }

  private func isInside(_ other: StorePaths, _ io: any StorageIO) throws(StorageIOError) -> Bool {
    let (parent, store) = (try io.canonicalPath(parent), try io.canonicalPath(other.root))
    return parent == store || parent.hasPrefix(store + "/")
  }
}

extension StoreError {
  /// What became of an attempt to write a new store.
  init(copying error: any Error, tried: String, path: String) {
    if let error = error as? StoreError {
      self = error
    } else if let error = error as? StorageIOError {
      self.init(error, tried: tried, code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
    } else {
      self.init(.inputOutput, tried: tried, path: path, found: "\(error)", remedy: "Try again.")
    }
  }

  /// That nothing was written.
  static func interruptedCopy(_ path: String) -> StoreError {
    StoreError(
      .inputOutput,
      tried: "write a new store",
      path: path,
      found: "another process has put a store there meanwhile",
      remedy: "Name another path."
    )
  }
}
