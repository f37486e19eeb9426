import LogStore
import LogStoreTesting

/// Accounts in branches: whatever is moved, opened and closed, all balances add up to the same sum in every version.
struct AccountStore: Sendable {
  /// What all balances add up to.
  static let total: Int64 = 1_000_000
  private static let branches = 8

  private static let description = SchemaDescription(entities: [
    .init(
      name: "Branch",
      attributes: [.init(name: "name", kind: .string, typeName: "String")],
      relationships: [.init(name: "accounts", destination: "Account", inverse: "branch", flags: .toMany)]
    ),
    .init(
      name: "Account",
      attributes: [
        .init(name: "balance", kind: .int64, typeName: "Int"),
        .init(name: "remainder", kind: .int64, typeName: "Int"),
        .init(name: "note", kind: .string, typeName: "String"),
      ],
      relationships: [.init(name: "branch", destination: "Branch", inverse: "accounts", flags: [])],
      indexes: [["remainder"]]
    ),
  ])

  let store: Store
  private let branch: RecordLayout
  private let account: RecordLayout
  private let accounts: PropertyID

  /// Opens the store, or creates it, with or without the right to write.
  init(at path: String, options: StoreOptions) throws {
    store = try Store.open(at: path, options: options)
    let schema = try store.adopt(Self.description)
    guard let branch = schema.layout(for: "Branch"), let account = schema.layout(for: "Account"),
      let accounts = schema.catalog.relationship(named: "accounts", of: branch.entity)?.id
    else { throw AccountError("the schema lacks an entity") }
    self.branch = branch
    self.account = account
    self.accounts = accounts
  }

  /// An account as it was written last.
  struct Balance: Sendable {
    var id: ObjectID
    var amount: Int64
    var branch: ObjectID
  }

  /// Stores the branches and one account each.
  func fill() throws -> [Balance] {
    var batch = WriteBatch()
    var balances: [Balance] = []
    var writer = RecordWriter(layout: branch)
    for number in 0..<Self.branches {
      let id = try store.newObjectID()
      writer.begin(branch)
      writer.append("Branch \(number)")
      batch.insert(id, layout: branch, payload: writer.finish())
      let amount = number == 0 ? Self.total : 0
      balances.append(Balance(id: try store.newObjectID(), amount: amount, branch: id))
    }
    for balance in balances { write(balance, note: "new", isNew: true, to: &batch) }
    try store.commit(batch)
    return balances
  }

  /// Adds an account to a batch.
  func write(_ balance: Balance, note: String, isNew: Bool, to batch: inout WriteBatch) {
    var writer = RecordWriter(layout: account)
    writer.begin(account)
    writer.append(fixed: balance.amount)
    writer.append(fixed: balance.amount % 7)
    writer.append(note)
    writer.append(fixed: balance.branch.rawValue)
    if isNew {
      batch.insert(balance.id, layout: account, payload: writer.finish())
    } else {
      batch.update(
        balance.id,
        layout: account,
        payload: writer.finish(),
        changed: Set(account.fields.map(\.property)),
        baseVersion: store.sequence
      )
    }
  }

  /// Looks at a version through its records, its index and its relationships; nil while the store is empty.
  ///
  /// - Returns: The number of accounts.
  func verify(_ snapshot: Snapshot) throws -> Int? {
    let count = snapshot.count(of: account.entity)
    guard count > 0 else { return nil }
    var (sum, seen) = (Int64(0), 0)
    var remainders = [Int](repeating: 0, count: 7)
    try snapshot.forEachRecord(of: account.entity) { _, record throws(StoreError) in
      let amount = record.load(0, as: Int64.self)
      sum += amount
      seen += 1
      remainders[Int(amount % 7)] += 1
      return true
    }
    guard sum == Self.total, seen == count else {
      throw AccountError(
        "commit \(snapshot.sequence): \(seen) records of \(count) accounts add up to \(sum)"
      )
    }
    let view = GraphView(snapshot: snapshot)
    for (remainder, wanted) in remainders.enumerated() {
      let found = try view.count(
        RecordQuery(
          entity: account.entity,
          filter: .compare(
            .equal,
            .attribute(FilterPath(), account.fields[1].property),
            .constant(.int(Int64(remainder)))
          )
        )
      )
      guard found == wanted else {
        throw AccountError(
          "commit \(snapshot.sequence): the index has \(found) accounts with remainder \(remainder), not \(wanted)"
        )
      }
    }
    var members = 0
    try snapshot.forEachObject(of: branch.entity) {
      members += snapshot.memberCount(of: $0, accounts); return true
    }
    guard members == count else {
      throw AccountError("commit \(snapshot.sequence): branches have \(members) accounts of \(count)")
    }
    return count
  }
}

/// What a mixed run has found.
struct AccountError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
