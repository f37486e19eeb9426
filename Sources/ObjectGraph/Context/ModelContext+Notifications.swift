public import Foundation
import LogStore

extension ModelContext {
  /// Posted before a save writes.
  public static let willSave = Notification.Name("ObjectGraph.ModelContext.willSave")
  /// Posted after a save; `userInfo` holds arrays of identifiers under the keys of `NotificationKey`.
  public static let didSave = Notification.Name("ObjectGraph.ModelContext.didSave")
  /// Posted when an automatic save failed; the changes are still pending, and it is tried again.
  public static let autosaveDidFail = Notification.Name("ObjectGraph.ModelContext.autosaveDidFail")

  /// Keys of the dictionary that `didSave` carries.
  public enum NotificationKey: String, Sendable {
    /// Objects that the save stored for the first time.
    case insertedIdentifiers
    /// Objects whose values or references the save changed.
    case updatedIdentifiers
    /// Objects that the save removed, those of cascades included.
    case deletedIdentifiers
    /// Never posted: kept for sources that ask for it.
    case invalidatedAllIdentifiers
    /// Never posted: kept for sources that ask for it.
    case queryGeneration
  }

  func post(_ name: Notification.Name, _ identifiers: [NotificationKey: [PersistentIdentifier]] = [:]) {
    let userInfo = Dictionary(
      uniqueKeysWithValues: identifiers.map { ($0.key.rawValue as AnyHashable, $0.value as Any) }
    )
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// The identifiers that a save was about: what the rules of the graph did by themselves included.
  func describe(
    _ receipt: CommitReceipt,
    _ written: Written,
    _ before: Snapshot,
    _ after: Snapshot
  ) -> [NotificationKey: [PersistentIdentifier]] {
    func identifiers(_ ids: [ObjectID]) -> [PersistentIdentifier] {
      ids.compactMap { id in
        (before.entity(of: id) ?? after.entity(of: id)).map {
          let name = after.catalog.name(of: $0)
          return PersistentIdentifier(store: store.identifier, entityName: name, number: id.rawValue)
        }
      }
    }
    let merged = Set(receipt.forwarded.map(\.incoming.rawValue))
    let survivors = receipt.forwarded.map(\.survivor).filter { before.entity(of: $0) != nil }
    return [
      .insertedIdentifiers: written.inserted.filter { !merged.contains($0._$header._id) }
        .map { identifier(of: $0) },
      .updatedIdentifiers: written.updated.map { identifier(of: $0) }
        + identifiers(survivors + receipt.touched),
      .deletedIdentifiers: identifiers(receipt.deleted),
    ]
  }
}
