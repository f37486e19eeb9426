extension StorageIO {
  /// Asks every ten milliseconds until the answer is yes.
  ///
  /// - Returns: false if it was not within that many milliseconds.
  func waits(_ milliseconds: Int, until isSo: () throws(StorageIOError) -> Bool) throws(StorageIOError)
    -> Bool
  {
    var waited = 0
    while try !isSo() {
      guard waited < milliseconds else { return false }
      pause(milliseconds: 10)
      waited += 10
    }
    return true
  }
}
