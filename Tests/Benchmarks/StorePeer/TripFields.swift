import LogStore

/// Where the attributes of a trip stand in its records.
struct TripFields {
  let destination: Int
  let startDate: Int
  let endDate: Int
  let budget: Int
  let notes: Int
  let kind: Int
  let folder: Int
  /// Numbers of the attributes that queries name.
  let destinationID: PropertyID
  let startDateID: PropertyID
  let budgetID: PropertyID

  /// Records are laid out in the order of the declaration; fails if the layout is not that of a trip.
  init?(_ layout: RecordLayout) {
    let kinds: [ValueKind] = [.string, .date, .date, .double, .string, .uint8, .reference]
    guard layout.fields.count >= kinds.count, zip(layout.fields, kinds).allSatisfy({ $0.kind == $1 })
    else { return nil }
    destination = 0
    startDate = 1
    endDate = 2
    budget = 3
    notes = 4
    kind = 5
    folder = 6
    destinationID = layout.fields[0].property
    startDateID = layout.fields[1].property
    budgetID = layout.fields[3].property
  }
}
