/// What becomes of an entry of an index.
enum IndexChange {
  /// It is there from now on, whether it was before or not.
  case insert
  /// It is there from now on, and never was: its key names an object that is new.
  case insertNew
  case remove
}
