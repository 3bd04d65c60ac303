import ConverterCore
import SystemPackage

/// What the broker is asked about photos of a folder; files are named by their identifiers on the side of the browser.
struct TriageBroker: Sendable {
  let broker: BrokerConnection
  let names: FileNames

  /// A question, and its answer.
  ///
  /// - Parameters:
  ///   - question: such as `photos`.
  ///   - folder: as the broker knows it.
  ///   - members: of the question.
  func ask(
    _ question: String, _ folder: FilePath? = nil, _ members: [JSONValue.Member] = []
  ) async throws(ConversionError) -> JSONValue {
    let head: [JSONValue.Member] = [
      .init("broker", .string("triage")), .init("ask", .string(question)),
    ]
    let answer = try await broker.ask(head + (folder?.members("folder") ?? []) + members)
    return answer.json["answer"] ?? .null
  }

  /// A decision on photos.
  ///
  /// - Parameters:
  ///   - verdict: keep, delete, text or none.
  ///   - photos: in the words of pages: an identifier, a space, and the key of what was shown.
  /// - Throws: `inputNotFound` where an identifier was not given out.
  func decision(
    _ verdict: String, on photos: [String]
  ) throws(ConversionError) -> JSONValue {
    .object([
      .init("verdict", .string(verdict)), .init("photos", .array(try photos.map(photo))),
    ])
  }

  private func photo(_ text: String) throws(ConversionError) -> JSONValue {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let path = names.path(of: first) else {
      throw ConversionError(.inputNotFound, "is no photo of this folder")
    }
    let key = parts.count > 1 ? [JSONValue.Member("key", .string(String(parts[1])))] : []
    return .object(path.members("path") + key)
  }

  /// The member that names a photo from which on others are wanted; none for an identifier that is missing.
  func cursor(_ key: String, _ id: String?) throws(ConversionError) -> [JSONValue.Member] {
    guard let id else { return [] }
    guard let path = names.path(of: id) else {
      throw ConversionError(.inputNotFound, "is no photo of this folder")
    }
    return path.members(key)
  }

  /// The path in an answer.
  static func path(_ value: JSONValue) -> FilePath? {
    value["pathHex"]?.text.flatMap { FilePath(hexadecimal: $0) }
      ?? value["path"]?.text.map { FilePath($0) }
  }
}
