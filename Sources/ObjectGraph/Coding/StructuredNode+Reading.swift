import Foundation
import LogStore

extension StructuredNode {
  /// The value that some bytes stand for.
  ///
  /// - Throws: Where the bytes break a rule of the encoding, and which.
  init(reading bytes: UnsafeRawBufferPointer) throws { self = try Self(StructuredValue(decoding: bytes)) }

  private init(_ value: StructuredValue) throws {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let value): .int(value)
      case .uint(let value): .uint(value)
      case .float(let value): .float(value)
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      case .data(let bytes): .data(Data(bytes))
      case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds))
      case .uuid(let bytes): .uuid(UUID(bytes))
      case .decimal(let bytes): .decimal(Decimal(bytes))
      case .url(let text): .url(try Self.url(text))
      case .array(let items): .array(try items.map { try Self($0) })
      case .object(let fields): .object(try fields.map { (key: $0.key, value: try Self($0.value)) })
      }
  }

  private static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "'\(text)' is no URL to this system")
      )
    }
    return url
  }
}
