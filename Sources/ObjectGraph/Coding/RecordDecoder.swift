import LogStore

/// Hands the values of one record to the slots of an object, in the order of the class chain.
///
/// The same walk changes single slots: relationships are patched and slots are left alone by `keep`.
public struct _RecordDecoder {
  /// A new target for one to-one slot.
  struct Patch {
    var index: Int
    var id: UInt64
    var link: RelationshipLink?
  }

  /// Where values come from.
  enum Source {
    /// A record.
    case record
    /// Made-up values; the number tells rounds apart.
    case neutral(Int)
    /// Nothing: one to-one slot is changed.
    case patch(Patch)
  }

  /// The state behind the pointer.
  struct Core {
    var source: Source
    var view: RecordView?
    /// Field of the record for each property.
    var fields: [Int32]
    var entity: EntityDescriptor?
    var failure: ObjectGraphError?
    /// Whether no value could be made up for some attribute.
    var lacksNeutral = false
    /// Places of the properties whose value is in a file that is not read until it is asked for.
    var unread: [Int] = []
    /// Properties that the caller keeps; `keep` has those of `unread` besides.
    var kept: UInt64 = 0
    /// Whether the slot that is passed over has to give up its value.
    var drops = false
  }

  let core: UnsafeMutablePointer<Core>
  /// Property that the next slot belongs to.
  @usableFromInline var index = 0
  /// Properties that are left as they are, by bit; the last bit stands for all from 63 on.
  @usableFromInline var keep: UInt64

  init(core: UnsafeMutablePointer<Core>, keep: UInt64 = 0) {
    self.core = core
    core.pointee.kept = keep
    self.keep = core.pointee.unread.reduce(keep) { $0 | Self.bit(of: $1) }
  }

  /// Whether the next attribute is to be filled; if not, passes over it.
  @inlinable
  mutating func wants() -> Bool {
    if keep == 0 || keep & (1 &<< UInt64(truncatingIfNeeded: index < 63 ? index : 63)) == 0 { return true }
    return _wantsMarked()
  }

  /// The same for an attribute whose bit is set.
  @usableFromInline
  mutating func _wantsMarked() -> Bool {
    core.pointee.drops = core.pointee.unread.contains(index)
    if !core.pointee.drops, core.pointee.kept & Self.bit(of: index) == 0 { return true }
    index &+= 1
    return false
  }

  /// Whether the slot that `wants()` just passed over has to give up its value, which is read when it is asked for.
  @usableFromInline
  var _drops: Bool { core.pointee.drops }

  /// The field of the next attribute, or nil if it has no value there. Passes over it.
  @inline(__always)
  mutating func field() -> Int? {
    let place = index
    index &+= 1
    let field = core.pointee.fields[place]
    guard field >= 0, let view = core.pointee.view, view.isPresent(Int(field)) else { return nil }
    return Int(field)
  }

  /// The record. Only after `field()` gave a field.
  @inline(__always)
  var view: RecordView { core.pointee.view.unsafelyUnwrapped }

  /// Whether made-up values are asked for, and in which round.
  var neutralRound: Int? {
    if case .neutral(let round) = core.pointee.source { return round }
    return nil
  }

  /// Notes why a value could not be read; the first reason is kept.
  func fail(_ index: Int, _ reason: String) {
    guard core.pointee.failure == nil else { return }
    let entity = core.pointee.entity
    core.pointee.failure = .faultFailed(
      entity: entity?.name ?? "?",
      property: entity?.name(index) ?? "property \(index)",
      object: "",
      reason: reason
    )
  }

  /// Bit mask that keeps everything but one property.
  static func keepAll(but index: Int) -> UInt64 { ~bit(of: index) }

  /// The bit of a property in a mask; the last bit stands for all from 63 on.
  static func bit(of index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }
}
