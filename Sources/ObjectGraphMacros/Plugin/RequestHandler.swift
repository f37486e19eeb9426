/// Turns the bytes of one message of the compiler into the bytes of the answer.
struct RequestHandler {
  private var classes = ClassCache()

  /// The version of the protocol whose messages this plugin knows.
  static let protocolVersion = 7

  /// Answers any message; what is malformed or unknown is answered with an error that says so.
  mutating func answer(_ message: [UInt8]) -> [UInt8] {
    let request: (key: String, value: JSONValue)
    do throws(JSONReader.Failure) {
      guard let member = try JSONReader.read(message).singleMember else {
        return Self.encode(failure: "the message is no object with one member", place: nil)
      }
      request = member
    } catch {
      return Self.encode(failure: error.description, place: nil)
    }
    switch request.key {
    case "getCapability":
      return Self.encodeCapability()
    case "expandAttachedMacro", "expandFreestandingMacro":
      return expand(request.value)
    case "loadPluginLibrary":
      return Self.encodeLibraryRefusal()
    default:
      return Self.encode(failure: "the request '\(request.key)' is not known to this plugin", place: nil)
    }
  }

  private mutating func expand(_ body: JSONValue) -> [UInt8] {
    do throws(PluginFailure) {
      let request = try ExpansionRequest(body)
      do throws(PluginFailure) {
        return Self.encode(try MacroTable.expand(request, &classes), place: request.declaration)
      } catch {
        return Self.encode(failure: error.description, place: request.attribute ?? request.declaration)
      }
    } catch {
      return Self.encode(failure: error.description, place: nil)
    }
  }

  // MARK: Answers

  private static func encodeCapability() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { answer in
      answer.object("getCapabilityResult") { result in
        result.object("capability") { $0.field("protocolVersion", protocolVersion) }
      }
    }
    return writer.bytes
  }

  private static func encodeLibraryRefusal() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { answer in
      answer.object("loadPluginLibraryResult") { result in
        result.falseField("loaded")
        result.array("diagnostics") { _ in }
      }
    }
    return writer.bytes
  }

  private static func encode(failure: String, place: SourceText?) -> [UInt8] {
    let position = place.map { Cursor($0).token.range.lowerBound } ?? 0
    let diagnostic = MacroDiagnostic(
      message: "ObjectGraphMacros could not expand this: \(failure)",
      position: position
    )
    return encode(Expansion(source: "", diagnostics: [diagnostic]), place: place)
  }

  private static func encode(_ expansion: Expansion, place: SourceText?) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { answer in
      answer.object("expandMacroResult") { result in
        result.field("expandedSource", expansion.source)
        result.array("diagnostics") { list in
          for diagnostic in expansion.diagnostics { write(diagnostic, place, to: &list) }
        }
      }
    }
    return writer.bytes
  }

  private static func write(
    _ diagnostic: MacroDiagnostic,
    _ place: SourceText?,
    to writer: inout JSONWriter
  ) {
    let file = place?.fileName ?? ""
    let offset = place?.fileOffset ?? 0
    writer.object { item in
      item.field("message", diagnostic.message)
      item.field("severity", diagnostic.severity.rawValue)
      item.object("position") { position in
        position.field("fileName", file)
        position.field("offset", offset + diagnostic.position)
      }
      item.array("highlights") { _ in }
      item.array("notes") { _ in }
      item.array("fixIts") { list in
        for fixIt in diagnostic.fixIts {
          list.object { entry in
            entry.field("message", fixIt.message)
            entry.array("changes") { changes in
              for edit in fixIt.edits {
                changes.object { change in
                  change.object("range") { range in
                    range.field("fileName", file)
                    range.field("startOffset", offset + edit.range.lowerBound)
                    range.field("endOffset", offset + edit.range.upperBound)
                  }
                  change.field("newText", edit.text)
                }
              }
            }
          }
        }
      }
    }
  }
}
