import LogStore

/// How many bytes of a store are what, by kinds of files and fields.
struct MapSums {
  /// Bytes of one field in the files of one kind.
  struct Sum {
    let field: MapField
    var bytes: UInt64 = 0
    var ranges = 0
  }

  /// The sums of the files of one kind, in the order in which the fields were met.
  struct Group {
    let name: String
    fileprivate(set) var sums: [Sum] = []
    fileprivate var places: [ObjectIdentifier: Int] = [:]

    /// Bytes of all its files.
    var bytes: UInt64 { sums.reduce(0) { $0 + $1.bytes } }
  }

  /// In the order in which the files were met.
  private(set) var groups: [Group] = []
  private var current: (file: String, group: Int)?

  /// Adds a range. Those of one file follow each other.
  mutating func add(_ range: MappedRange) {
    let group = group(of: range.file)
    let key = ObjectIdentifier(range.field)
    if let place = groups[group].places[key] {
      groups[group].sums[place].bytes += range.count
      groups[group].sums[place].ranges += 1
      return
    }
    // Fields of two checkpoints may be of one name.
    let (structure, name) = (range.field.structure, range.field.name)
    let twin = groups[group].sums.firstIndex { $0.field.structure == structure && $0.field.name == name }
    let place = twin ?? groups[group].sums.count
    if twin == nil { groups[group].sums.append(Sum(field: range.field)) }
    groups[group].places[key] = place
    groups[group].sums[place].bytes += range.count
    groups[group].sums[place].ranges += 1
  }

  private mutating func group(of file: String) -> Int {
    if let current, current.file == file { return current.group }
    let name = Self.groupName(file)
    let found = groups.firstIndex { $0.name == name }
    if found == nil { groups.append(Group(name: name)) }
    let group = found ?? groups.count - 1
    current = (file, group)
    return group
  }

  private static func groupName(_ file: String) -> String {
    guard let slash = file.firstIndex(of: "/") else { return file }
    let directory = file[..<slash]
    return file.hasSuffix(".list") ? "seg/*.list" : directory == "seg" ? "seg/*.seg" : directory + "/*"
  }

  /// Bytes in a state.
  func bytes(_ state: MapField.State) -> UInt64 {
    groups.reduce(0) { $0 + $1.sums.reduce(0) { $0 + ($1.field.state == state ? $1.bytes : 0) } }
  }

  /// All bytes.
  var bytes: UInt64 { groups.reduce(0) { $0 + $1.bytes } }
}

extension MapField {
  /// Structure and field in words.
  var label: String { name.isEmpty ? structure : "\(structure): \(name)" }
}
