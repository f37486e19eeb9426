/// One version of the indexes behind one reference, so that snapshots are cheap to copy and to hold.
package final class IndexVersion: Sendable {
  package let state: IndexState

  package init(_ state: IndexState) { self.state = state }
}
