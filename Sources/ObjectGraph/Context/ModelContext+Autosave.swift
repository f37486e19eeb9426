import Foundation

extension ModelContext {
  /// Has the pending changes saved after the interval.
  func scheduleAutosave() {
    guard autosaveEnabled, autosaveDeadline == nil else { return }
    let factor = Double(1 << min(autosaveFailures, 6))
    let delay = max(0, min(autosaveInterval * factor, max(autosaveInterval, 60)))
    autosaveDeadline = Date(timeIntervalSinceNow: delay)
    if isMain { autosaveTicket = AutosaveSchedule.shared.add(self, after: delay) }
  }

  func scheduleAutosaveIfChanged() {
    if hasPending { scheduleAutosave() }
  }

  /// Forgets the automatic save, because nothing is left to save or because it was switched off.
  func cancelAutosave() {
    autosaveFailures = 0
    endAutosave()
  }

  private func endAutosave() {
    autosaveDeadline = nil
    if let ticket = autosaveTicket { AutosaveSchedule.shared.remove(ticket) }
    autosaveTicket = nil
  }

  /// Saves if the time has come, in a context that no actor saves.
  func autosaveIfDue() {
    guard !isMain, let deadline = autosaveDeadline, !isSaving, deadline <= Date(), transactionDepth == 0
    else { return }
    autosave()
  }

  /// Saves the pending changes. A failure is reported, and tried again while the container is in use.
  func autosave() {
    endAutosave()
    // Half a transaction is not to be saved: what throws takes back all of it.
    guard transactionDepth == 0 else { return scheduleAutosave() }
    do {
      try save()
    } catch {
      autosaveFailures += 1
      report(error)
      if !isMain || owner != nil { scheduleAutosave() }
    }
  }

  private func report(_ error: any Error) {
    NotificationCenter.default.post(name: Self.autosaveDidFail, object: self, userInfo: ["error": error])
    if let onAutosaveError { return onAutosaveError(error) }
    AutosaveSchedule.warn("an automatic save of \(core.name) failed, its changes are still pending: \(error)")
  }
}
