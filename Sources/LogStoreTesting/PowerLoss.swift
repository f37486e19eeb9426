/// Which of the changes that no sync has made durable survive a loss of power.
///
/// The numbers of `only`, `allBut` and `garbage` count the parts into which pending changes fall: a size, a name,
/// or a run of sectors of one write (see `SimulatedDisk`).
public enum PowerLoss: Sendable, Hashable {
  /// None does.
  case losingAll
  /// All do.
  case keepingAll
  /// One part alone.
  case keepingOnly(Int)
  /// All parts but one.
  case losingOnly(Int)
  /// Those of the first 64 parts whose bit is set.
  case keeping(bits: UInt64)
  /// Each size, each name and each sector as a seeded coin falls.
  case random(seed: UInt64)
  /// All parts but one, whose sectors hold bytes that nobody wrote: on a disk without power-safe overwrite.
  case garbage(Int)
}
