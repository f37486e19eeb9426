import LogStore

/// Takes the values of one object after another and writes them as records.
///
/// Generated code hands it from slot to slot in the order of the layout; the work is done behind a pointer
/// so that neither copies nor exclusivity checks are paid for each value.
public struct _RecordEncoder {
  /// What a property asks of the encoder; one byte a property.
  enum Role {
    static let plain: UInt8 = 0
    static let ephemeral: UInt8 = 1
    static let ordered: UInt8 = 2
  }

  /// The state behind the pointer.
  struct Core: ~Copyable {
    var writer: RecordWriter
    var entity: EntityDescriptor
    var index = 0
    var failure: ObjectGraphError?
    /// Places of the attributes that were not read from their files.
    var unread: [Int] = []
    /// Ids that were merged into others, for references that still hold them.
    var forwarded: [UInt64: UInt64] = [:]

    init(entity: EntityDescriptor) {
      writer = RecordWriter(layout: entity.plainLayout)
      self.entity = entity
    }
  }

  let core: UnsafeMutablePointer<Core>

  /// Whether the next attribute has a field; if not, it was dealt with.
  @inline(__always)
  func begin() -> Bool {
    let index = core.pointee.index
    core.pointee.index = index &+ 1
    let role = core.pointee.entity.roles[index]
    return role == Role.plain
  }

  /// Writes "no value" for the next attribute.
  func appendNil() {
    let index = core.pointee.index
    core.pointee.index = index &+ 1
    if core.pointee.entity.roles[index] != Role.ephemeral { core.pointee.writer.appendNull() }
  }

  /// Writes a reference for the next to-one relationship, 0 for none.
  func append(reference: UInt64) {
    let index = core.pointee.index
    core.pointee.index = index &+ 1
    var id = reference
    if !core.pointee.forwarded.isEmpty { id = core.pointee.forwarded[id] ?? id }
    if id == 0 {
      core.pointee.writer.appendNull()
    } else {
      core.pointee.writer.append(fixed: id.littleEndian)
    }
    if core.pointee.entity.roles[index] == Role.ordered { core.pointee.writer.appendNull() }
  }

  /// Passes over a to-many relationship, which records do not hold.
  func skip() { core.pointee.index &+= 1 }

  /// Notes why the record cannot be written; the first reason is kept.
  func fail(_ error: ObjectGraphError) {
    if core.pointee.failure == nil { core.pointee.failure = error }
  }

  /// The property that was begun last, for messages.
  var currentName: String { core.pointee.entity.name(core.pointee.index - 1) }
}
