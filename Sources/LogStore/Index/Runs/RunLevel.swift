/// The page of one level of a run that is being filled: numbers in columns, a column behind the other.
struct RunLevel {
  let columns: UnsafeMutablePointer<UInt64>
  let columnCount: Int
  let capacity: Int
  var count = 0
  /// Number of entries of the run before this page.
  var before: UInt64 = 0

  init(columnCount: Int, capacity: Int) {
    self.columnCount = columnCount
    self.capacity = capacity
    columns = .allocate(capacity: columnCount * capacity)
  }

  @inline(__always)
  subscript(column: Int) -> UInt64 {
    get { columns[column &* capacity &+ count] }
    nonmutating set { columns[column &* capacity &+ count] = newValue }
  }
}
