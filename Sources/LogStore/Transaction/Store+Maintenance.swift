extension Store {
  /// Takes the other half of the write-ahead log into use, as a commit does that finds no room.
  package func switchHalf() throws(StoreError) {
    try withWriter("switch the log") { writer throws(StoreError) in try writer.log.switchHalf() }
  }

  /// Lets the next commit open a segment, as one does that finds the present one full.
  package func rollSegment() throws(StoreError) {
    try withWriter("begin a segment") { writer throws(StoreError) in try writer.log.rollNext() }
  }
}
