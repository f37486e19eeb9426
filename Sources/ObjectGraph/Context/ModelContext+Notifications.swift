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
    case insertedIdentifiers, updatedIdentifiers, deletedIdentifiers, invalidatedAllIdentifiers,
      queryGeneration
  }

  func post(_ name: Notification.Name, _ identifiers: [NotificationKey: [PersistentIdentifier]] = [:]) {
    let userInfo = Dictionary(
      uniqueKeysWithValues: identifiers.map { ($0.key.rawValue as AnyHashable, $0.value as Any) }
    )
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// The identifiers that a save is about, taken before its lists are emptied.
  func describe(_ receipt: CommitReceipt) -> [NotificationKey: [PersistentIdentifier]] {
    [
      .insertedIdentifiers: insertedModelsArray.map { identifier(of: $0) },
      .updatedIdentifiers: changed.filter { !$0._$header.has(.deleted) }.map { identifier(of: $0) },
      .deletedIdentifiers: deletedModelsArray.map { identifier(of: $0) },
    ]
  }
}
