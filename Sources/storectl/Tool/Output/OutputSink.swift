/// Where output goes in the end.
package protocol OutputSink: AnyObject {
  /// Takes all the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
}
