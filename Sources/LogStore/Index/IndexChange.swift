/// What becomes of an entry of an index.
enum IndexChange {
  case insert
  case remove
}
