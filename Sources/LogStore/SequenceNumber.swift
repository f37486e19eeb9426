/// Number of a commit. Rises by one a commit within an epoch; after a recovery that followed anything
/// but a clean close it jumps by 2^20, so that a number that was lost is never given twice.
public typealias SequenceNumber = UInt64
