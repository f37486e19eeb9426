import LogStore
import LogStoreTesting

extension SimulationRun {
  /// Lets calls fail from now on.
  func fail(with failure: DiskFailure) throws {
    isFailing = true
    disk.add(failure)
  }

  /// Notes every call from now on.
  func startTracing() { disk.startTracing() }

  /// What has been noted, a line each.
  var trace: [String] { disk.trace }

  /// Calls that have failed.
  var failuresStruck: Int { disk.failuresStruck }

  /// The power goes at the end, with every, no, and some pending changes.
  func loseAtEnd() throws {
    disk.removeFailures()
    let moment = disk.moment()
    for change in moment.pendingChanges { disk.note("NOT DURABLE \(change)") }
    for loss in [.losingAll, .keepingAll, .random(seed: setup.seed)] as [PowerLoss] {
      switch examiner.outcome(moment, loss) {
      case .success(let outcome):
        let found = ([content] + unsynced).contains {
          $0.digest == outcome.digest && $0.sequence == outcome.sequence
        }
        guard found else {
          throw SimulationError("lost after a loss of power (\(loss)) at the end: commit \(outcome.sequence)")
        }
      case .failure(let error): throw SimulationError("after a loss of power (\(loss)) at the end: \(error)")
      }
    }
  }
}
