public import ConverterCore
import SystemPackage

/// A file that was opened.
public struct RecentFile: Sendable, Equatable {
  /// The file, or the one in an archive; its path is absolute.
  public let input: Request.Input
  /// What kind of file it was; `nil` where that was not found out.
  public let type: ContentType.ID?
  /// `nil` for folders, and for files in archives.
  public let byteCount: Int?
  public let opened: StoredDate

  public init(
    _ input: Request.Input, type: ContentType.ID?, byteCount: Int?, opened: StoredDate = .now
  ) {
    self.input = Self.absolute(input)
    (self.type, self.byteCount, self.opened) = (type, byteCount, opened)
  }

  private static func absolute(_ input: Request.Input) -> Request.Input {
    switch input {
    case .file(let path): .file(path.resolved ?? path.absolute)
    case .entry(let path, let address): .entry(path.resolved ?? path.absolute, address)
    case .standardInput: .standardInput
    }
  }

  /// A line of the list, which is also what scripts are told.
  public var json: JSONValue {
    .object(
      input.members("path") + [
        .init("type", type.map { .string($0.rawValue) } ?? .null),
        .init("bytes", byteCount.map { .integer($0) } ?? .null),
        .init("opened", .string(opened.description)),
      ])
  }

  /// Reads ``json``.
  ///
  /// - Returns: `nil` for anything else.
  init?(line: JSONValue) {
    guard let opened = line["opened"]?.text.flatMap({ StoredDate($0) }),
      let words = Self.words(line), words.first == UInt8(ascii: "/")
    else { return nil }
    input = Request.Input(parsing: words)
    type = line["type"]?.text.map { ContentType.ID(rawValue: $0) }
    (byteCount, self.opened) = (line["bytes"]?.int, opened)
  }
  /// What names the input. It is no path where it names a file in an archive: paths have no `//`.
  private static func words(_ line: JSONValue) -> [UInt8]? {
    if let digits = line["pathHex"]?.text { return [UInt8](hexadecimal: digits) }
    return line["path"]?.text.map { Array($0.utf8) }
  }
}
