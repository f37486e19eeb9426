/// An external blob in the index of blobs, in the order of the names.
package struct BlobKey: FixedKey, Hashable {
  package var high: UInt64
  package var low: UInt64

  package init(_ id: BlobID) {
    high = id.high
    low = id.low
  }

  /// The blob.
  package var id: BlobID { BlobID(high: high, low: low) }

  package static func < (a: BlobKey, b: BlobKey) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}
