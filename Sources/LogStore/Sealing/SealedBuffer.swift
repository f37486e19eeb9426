/// A record writer that values can share.
final class SealedBuffer {
  // One task has it; checking each access would cost more than it does.
  @exclusivity(unchecked) var writer: RecordWriter

  init(_ layout: RecordLayout) { writer = RecordWriter(layout: layout) }
}
