/// What a paragraph says of one package, field by field.
public struct PackageRecord: Equatable, Sendable {
  /// The package's name.
  public var name: String
  /// The architecture it was built for; `all` if it runs on each.
  public var architecture: String
  /// Its version, or an empty text where only the name is known.
  public var version: String
  /// The part of the archive it belongs to.
  public var section: String
  /// How important it is.
  public var priority: PackagePriority
  /// What this machine's package manager says of it; nil in an index of available packages.
  public var status: PackageStatus?
  /// Whether the system does not work without it.
  public var isEssential: Bool
  /// The disk space it takes, in KiB, or nil.
  public var installedSize: Int?
  /// The size of the file to download, in bytes, or nil.
  public var downloadSize: Int?
  /// Where the file is below the archive's root, or nil.
  public var filename: String?
  /// Who looks after it, or nil.
  public var maintainer: MaintainerName?
  /// The one-line description.
  public var synopsis: String
  /// The rest of the description, with its lines.
  public var longDescription: String
  /// All relations to other packages, by field in the order of `RelationKind`, then in the field's order.
  public var relations: [Relation]
  /// The line of the file on which the paragraph begins.
  public var lineNumber: Int

  /// Reads the fields of a paragraph.
  ///
  /// - Throws: `missingField` without a `Package` field, `malformedValue` where a field has another form.
  public init(_ paragraph: Paragraph) throws(ControlFileError) {
    lineNumber = paragraph.lineNumber
    guard let name = paragraph["Package"], !name.isEmpty else {
      throw .missingField(name: "Package", paragraphLine: lineNumber)
    }
    self.name = name
    architecture = paragraph["Architecture"] ?? "all"
    version = paragraph["Version"] ?? ""
    section = paragraph["Section"] ?? ""
    priority = PackagePriority(field: paragraph["Priority"])
    isEssential = paragraph["Essential"]?.lowercased() == "yes"
    installedSize = try Self.number("Installed-Size", in: paragraph)
    downloadSize = try Self.number("Size", in: paragraph)
    filename = paragraph["Filename"]
    maintainer = paragraph["Maintainer"].flatMap(MaintainerName.init(field:))
    let text = paragraph.lines(of: "Description") ?? paragraph.lines(of: "Description-en") ?? []
    synopsis = text.first ?? ""
    longDescription = text.dropFirst().joined(separator: "\n")
    status = try Self.status(in: paragraph)
    relations = try Self.relations(in: paragraph)
  }

  private static func number(_ field: String, in paragraph: Paragraph) throws(ControlFileError) -> Int? {
    guard let text = paragraph[field] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw .malformedValue(
        field: field,
        found: text,
        expected: "a number",
        line: paragraph.lineNumber
      )
    }
    return number
  }

  private static func status(in paragraph: Paragraph) throws(ControlFileError) -> PackageStatus? {
    guard let text = paragraph["Status"] else { return nil }
    guard let status = PackageStatus(field: text) else {
      throw .malformedValue(
        field: "Status",
        found: text,
        expected: "three words such as 'install ok installed'",
        line: paragraph.lineNumber
      )
    }
    return status
  }

  private static func relations(in paragraph: Paragraph) throws(ControlFileError) -> [Relation] {
    var relations: [Relation] = []
    for kind in RelationKind.allCases {
      guard let bytes = paragraph.rawValue(of: kind.rawValue) else { continue }
      if !Relation.append(bytes, kind: kind, to: &relations) {
        throw .malformedValue(
          field: kind.rawValue,
          found: excerpt(paragraph[kind.rawValue] ?? ""),
          expected: "relations such as 'a (>= 1.2) | b, c'",
          line: paragraph.lineNumber
        )
      }
    }
    return relations
  }

  private static func excerpt(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}
