/// A node of an `OrderedMap`: it owns a block of raw memory with keys and values or children.
///
/// A node is changed only while it is referenced once from a map that is itself being changed, so that
/// shared nodes never change: together with `Sendable` keys and values that makes it `Sendable`.
final class OrderedMapNode<Key: Comparable, Value>: Sendable {
  typealias Block = OrderedMapBlock<Key, Value>

  /// Address of the block; a number, since a pointer is not `Sendable`.
  let address: UInt

  /// A node without content. Level 0 is a leaf.
  init(level: Int) { address = Block.allocate(level: level).address }

  /// A node with the same content; children are shared.
  init(copyOf other: OrderedMapNode) {
    let source = Block(other.address)
    let block = Block.allocate(level: source.level)
    block.initialize(copying: source)
    address = block.address
  }

  deinit { Block(address).destroy() }
}
