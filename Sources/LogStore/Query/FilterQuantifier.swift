/// How many targets have to fulfil a condition.
package enum FilterQuantifier: UInt8, Sendable, Hashable {
  case any, all
}
