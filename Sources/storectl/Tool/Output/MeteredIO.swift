import LogStore

/// Passes everything on, and tells a meter how many bytes go through.
struct MeteredIO: ForwardingIO {
  let base: any StorageIO
  let meter: ProgressMeter

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    MeteredFile(try base.open(path, access), meter)
  }
}
