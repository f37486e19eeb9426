#if Sabotage
  import Synchronization
#endif

/// Deliberate faults in the crash protocol, each of them a rule of FORMAT.md left out. They prove that the
/// simulator would find such a mistake; a build without the package trait `Sabotage` has none of them.
package enum Sabotage: Int, CaseIterable, Sendable {
  // Syncs, each dropped in turn.
  case bufferedLog, bufferedSuperblock, unsyncedSwitch, unsyncedCheckpointPosition, unsyncedClose,
    unsyncedBulk
  case unsyncedCompactionOutput, unsyncedCompactionHot, unsyncedCheckpoint, unsyncedRecovery, unsyncedCreation
  // Names.
  case unsyncedSegmentNames, unsyncedBulkName, unsyncedCompactionNames, unsyncedCheckpointName,
    unsyncedSegmentList
  case unsyncedStoreName, storeInPlace
  // Order.
  case publishBeforeSync, unlinkBeforeRelocate, checkpointRemovedFirst, garbageBeforeSuperblock,
    halfReusedEarly
  // Blobs.
  case unsyncedBlob, unsyncedBlobName, blobRemovedEarly
  // What is written down, and what is read of it.
  case saltIgnored, promiseIgnored, generationIgnored, otherHalfIgnored, twoSuperblockSlots, headerNotLogged
  case paddingInChain, idLimitNotRaised, idLimitOfGroupsIgnored, groupHashIgnored, growthNotWritten
  case bulkWithoutReference, recordHashIgnored, hashSkippedOnCopy, relocationUnchecked, tombstonesDropped
  // Recovery.
  case noSequenceGap, lazyOpening, cacheTrusted, predecessorNotClosed, unalignedMark, recoveryNotLocked
  // Failures.
  case failedSyncIgnored, failedLogWriteIgnored, spaceNotReserved, abortKeepsTail

  #if Sabotage
    private static let injected = Atomic<Int>(-1)

    /// Switches one fault on for the whole process, or all off.
    package static func inject(_ fault: Sabotage?) {
      injected.store(fault?.rawValue ?? -1, ordering: .relaxed)
    }

    /// Whether the fault is switched on.
    package var isOn: Bool { Self.injected.load(ordering: .relaxed) == rawValue }
  #else
    /// Never: the compiler leaves out what depends on it.
    @inline(__always) package var isOn: Bool { false }
  #endif
}
