/// The three slots of a superblock file, read and judged.
package struct SuperblockSlots {
  /// The valid slot with the highest generation.
  package let chosen: Superblock
  /// Slots that are used in turn.
  static var count: UInt64 {
    Sabotage.twoSuperblockSlots.isOn ? 2 : UInt64(FormatConstants.superblockSlots)
  }
  /// Slots that hold bytes but no valid superblock.
  package let damaged: [Int]

  /// Reads the slots of a store.
  ///
  /// - Throws: `notAStore` if nothing looks like a superblock, `newerFormat`, `superblockCorrupt` if none is
  ///   valid.
  package init(io: any StorageIO, paths: StorePaths) throws(StoreError) {
    let bytes: [UInt8]
    do {
      guard let metadata = try io.metadata(paths.root) else {
        throw StoreError(
          .storeMissing,
          tried: "open the store",
          path: paths.root,
          found: "there is nothing at this path",
          remedy: "Check the path."
        )
      }
      guard metadata.kind == .directory, try io.metadata(paths.superblock) != nil else {
        let what = metadata.kind == .directory ? "a directory without a file SUPER" : "a file"
        throw StoreError(
          .notAStore,
          tried: "open the store",
          path: paths.root,
          found: what,
          remedy: "Name the directory of a store; it was left as it is."
        )
      }
      bytes = try io.open(paths.superblock, .readOnly)
        .read(count: FormatConstants.blockSize * FormatConstants.superblockSlots, at: 0)
    } catch let error as StorageIOError {
      throw StoreError(error, tried: "open the store")
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.inputOutput, tried: "open the store", path: paths.root, found: "\(error)", remedy: "")
    }
    var chosen: Superblock?
    var damaged: [Int] = []
    var newer: String?
    for slot in 0..<FormatConstants.superblockSlots {
      let range = slot * FormatConstants.blockSize..<(slot + 1) * FormatConstants.blockSize
      let present = range.clamped(to: 0..<bytes.count)
      let outcome = bytes.withUnsafeBytes { all -> Result<Superblock, Superblock.Refusal> in
        do throws(Superblock.Refusal) {
          return .success(try Superblock(decoding: UnsafeRawBufferPointer(rebasing: all[present])))
        } catch {
          return .failure(error)
        }
      }
      switch outcome {
      case .success(let superblock):
        guard superblock.generation % Self.count == UInt64(slot) else {
          damaged.append(slot)
          continue
        }
        if superblock.generation > (chosen?.generation ?? 0) { chosen = superblock }
      case .failure(.absent): if bytes[present].contains(where: { $0 != 0 }) { damaged.append(slot) }
      case .failure(.damaged): damaged.append(slot)
      case .failure(.newer(let what)): newer = what
      }
    }
    if let newer {
      throw StoreError(
        .newerFormat,
        tried: "open the store",
        path: paths.superblock,
        found: newer,
        remedy: "Use a newer version of the program; the store was left as it is."
      )
    }
    guard let chosen else {
      guard !damaged.isEmpty, bytes.count >= FormatConstants.blockSize else {
        throw StoreError(
          .notAStore,
          tried: "open the store",
          path: paths.superblock,
          found: "no superblock in it",
          remedy: "Name the directory of a store; it was left as it is."
        )
      }
      throw StoreError(
        .superblockCorrupt,
        tried: "open the store",
        path: paths.superblock,
        found: "none of the three slots is valid",
        remedy: "Restore the store from a backup."
      )
    }
    self.chosen = chosen
    self.damaged = damaged
  }
}
