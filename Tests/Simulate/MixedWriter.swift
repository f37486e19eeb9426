import LogStore
import LogStoreTesting

/// The thread that writes in a mixed run: moves money between accounts, opens and closes some, and now and then
/// rewrites all of them in one large commit.
struct MixedWriter {
  private let accounts: AccountStore
  private var balances: [AccountStore.Balance]
  private var randomness: SimulatedRandomness
  /// Seconds that commits took.
  private(set) var times: [Double] = []

  init(accounts: AccountStore, seed: UInt64, balances: [AccountStore.Balance]) {
    self.accounts = accounts
    self.balances = balances
    randomness = SimulatedRandomness(seed: seed)
  }

  /// Makes one commit.
  mutating func commit() throws {
    var batch = WriteBatch()
    switch Int.random(in: 0..<100, using: &randomness) {
    case 0: try rewrite(&batch)
    case 1..<10 where balances.count < 300: try open(&batch)
    case 10..<16 where balances.count > 20: close(&batch)
    default: move(&batch)
    }
    let start = ContinuousClock.now
    try accounts.store.commit(batch)
    let time = ContinuousClock.now - start
    times.append(Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
  }

  /// The time within which that share of all commits was done, in microseconds.
  func microseconds(_ share: Double) -> Int {
    guard !times.isEmpty else { return 0 }
    return Int(times.sorted()[min(times.count - 1, Int(share * Double(times.count)))] * 1e6)
  }

  private mutating func index() -> Int { Int.random(in: balances.indices, using: &randomness) }

  private mutating func note() -> String {
    String(repeating: "n", count: Int.random(in: 10..<3000, using: &randomness))
  }

  /// Takes a part of what an account has.
  private mutating func take(from index: Int) -> Int64 {
    let amount = Int64.random(in: 0...balances[index].amount, using: &randomness)
    balances[index].amount -= amount
    return amount
  }

  private mutating func write(_ index: Int, _ batch: inout WriteBatch, isNew: Bool = false) {
    accounts.write(balances[index], note: note(), isNew: isNew, to: &batch)
  }

  private mutating func move(_ batch: inout WriteBatch) {
    let (from, to) = (index(), index())
    guard from != to else { return write(from, &batch) }
    balances[to].amount += take(from: from)
    balances[to].branch = balances[index()].branch
    write(from, &batch)
    write(to, &batch)
  }

  private mutating func open(_ batch: inout WriteBatch) throws {
    let from = index()
    let id = try accounts.store.newObjectID()
    balances.append(.init(id: id, amount: take(from: from), branch: balances[from].branch))
    write(from, &batch)
    write(balances.count - 1, &batch, isNew: true)
  }

  private mutating func close(_ batch: inout WriteBatch) {
    let gone = balances.remove(at: index())
    let heir = index()
    balances[heir].amount += gone.amount
    batch.delete(gone.id)
    write(heir, &batch)
  }

  private mutating func rewrite(_ batch: inout WriteBatch) throws {
    for from in balances.indices {
      let amount = take(from: from)
      balances[index()].amount += amount
    }
    for index in balances.indices { write(index, &batch) }
  }
}
