/// How much a simulation has looked at.
package struct SimulationCounts: Sendable, CustomStringConvertible {
  /// Disks after a loss of power whose recovered content was compared.
  package var states = 0
  /// Those of them that were not byte for byte equal to one seen before, and so were recovered in fact.
  package var distinct = 0
  /// Those of the states whose power went a second or third time, within a recovery.
  package var nested = 0
  /// Those of the states whose checkpoints had been destroyed.
  package var rebuilt = 0
  /// Looks of a read-only process at a running writer.
  package var polls = 0
  /// Disks with a damaged byte.
  package var damages = 0
  /// Scenarios in which calls fail.
  package var faults = 0
  package var operations = 0

  package init() {}

  package mutating func add(_ other: SimulationCounts) {
    states += other.states
    distinct += other.distinct
    nested += other.nested
    rebuilt += other.rebuilt
    polls += other.polls
    damages += other.damages
    faults += other.faults
    operations += other.operations
  }

  package var description: String {
    """
    \(states) crash states (\(distinct) distinct, \(nested) nested, \(rebuilt) without checkpoints), \
    \(polls) polls of a follower, \(damages) damaged disks, \(operations) operations
    """
  }
}
