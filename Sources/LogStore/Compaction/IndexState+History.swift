extension IndexState {
  /// The oldest commit whose history compaction keeps.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970 before which history goes. Commits are looked at as if their times rose;
  ///     where the clock was set back, history is kept rather too long.
  ///   - bytes: How much is kept at most.
  /// - Complexity: O(commits that have a history); reads as many records as that has binary digits.
  func firstHistory(notBefore time: Int64, bytes: Int) throws(StoreError) -> SequenceNumber {
    var first = sequence + 1
    var room = max(bytes, 0)
    var cursor = history.cursorAtEnd()
    while let (number, word) = cursor.previous() {
      room -= max(Location(word: word).likelySize, 64)
      guard room >= 0 else { break }
      first = number
    }
    guard time > .min else { return first }
    var end = sequence + 1
    while first < end {
      let middle = first + (end - first) / 2
      guard let (number, word) = history.first(atOrAfter: middle), number < end else {
        end = middle
        continue
      }
      guard try isHistory(of: number, at: Location(word: word), before: time) else {
        end = middle
        continue
      }
      first = number + 1
    }
    try refuseIfDamaged()
    return first
  }

  /// Whether a commit was made before a time. One whose history is damaged counts as made later: what is kept in vain
  /// does no harm.
  private func isHistory(of number: SequenceNumber, at location: Location, before time: Int64)
    throws(StoreError) -> Bool
  {
    do throws(StoreError) {
      return try changes(of: number, at: location).time < time
    } catch {
      guard error.code == .recordCorrupt else { throw error }
      return false
    }
  }
}
