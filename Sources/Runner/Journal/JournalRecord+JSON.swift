import ConverterCore
import SystemPackage

extension JournalRecord {
  /// One line, its line feed included:
  ///
  ///     {"key":"76cf…","input":"/in/a.heic","status":"done","bytesIn":3000,
  ///      "inputModified":1690000000000000000,"output":"/out/a.jpg","bytesOut":2000,
  ///      "modified":1700000000000000000,"digest":"crc32:0badf00d"}
  ///     {"key":"93d5…","input":"/in/b.heic","status":"failed","bytesIn":7,
  ///      "error":{"code":"damagedInput","message":"…"}}
  ///
  /// (on one line each). Lines of older versions have no `inputModified` and no `digest`. Further outputs stand in
  /// `companions`, with the same members; a path
  /// that is not UTF-8 has its bytes in `inputHex` or `outputHex` beside.
  ///
  /// The key comes first, always spelt in the same way, so that a journal can be gone through without
  /// reading the rest.
  package var line: [UInt8] {
    var members = [JSONValue.Member("key", .string(key.hexadecimal))] + input.members("input")
    switch ending {
    case .done(let outputs):
      members.append(.init("status", .string("done")))
      members.append(.init("bytesIn", .integer(bytesIn)))
      if let inputModified { members.append(.init("inputModified", .integer(inputModified))) }
      members += outputs.first?.members ?? []
      if outputs.count > 1 {
        members.append(
          .init("companions", .array(outputs.dropFirst().map { .object($0.members) })))
      }
    case .failed(let code, let message, let limit):
      members.append(.init("status", .string("failed")))
      members.append(.init("bytesIn", .integer(bytesIn)))
      let short = String(String.UnicodeScalarView(message.unicodeScalars.prefix(1000)))
      members.append(
        .init(
          "error",
          .object(
            [.init("code", .string(code.rawValue)), .init("message", .string(short))]
              + (limit.map { [.init("limit", $0.json)] } ?? []))))
    }
    return Array(JSONValue.object(members).description.utf8) + [UInt8(ascii: "\n")]
  }

  /// Reads one line; `nil` for a damaged one.
  package init?(line: [UInt8]) {
    guard let json = try? JSONValue(parsing: line), let digits = json["key"]?.text?.utf8,
      let key = JournalKey(hexadecimal: digits), let input = FilePath(json, "input"),
      let bytesIn = json["bytesIn"]?.int
    else { return nil }
    self.key = key
    self.input = input
    self.bytesIn = bytesIn
    inputModified = json["inputModified"]?.int
    switch json["status"]?.text {
    case "done":
      let all = [json] + (json["companions"]?.elements ?? [])
      let outputs = all.compactMap { Output($0) }
      guard outputs.count == all.count else { return nil }
      ending = .done(outputs)
    case "failed":
      guard let code = (json["error"]?["code"]?.text).flatMap(ConversionError.Code.init),
        let message = json["error"]?["message"]?.text
      else { return nil }
      let limit = json["error"]?["limit"].flatMap { ConversionError.Limit(json: $0) }
      ending = .failed(code, message: message, limit: limit)
    default: return nil
    }
  }
}

extension JournalRecord.Output {
  fileprivate var members: [JSONValue.Member] {
    path.members("output") + [
      .init("bytesOut", .integer(byteCount)), .init("modified", .integer(modified)),
    ] + (inode.map { [.init("inode", .integer($0))] } ?? [])
      + (digest.map { [.init("digest", .string($0))] } ?? [])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let path = FilePath(json, "output"), let byteCount = json["bytesOut"]?.int,
      let modified = json["modified"]?.int
    else { return nil }
    self.init(
      path: path, byteCount: byteCount, modified: modified, inode: json["inode"]?.int,
      digest: json["digest"]?.text)
  }
}

extension FilePath {
  /// The path that ``members(_:)`` wrote; `nil` if there is none.
  fileprivate init?(_ json: JSONValue, _ key: String) {
    if let digits = json["\(key)Hex"]?.text {
      self.init(hexadecimal: digits)
    } else {
      self.init(bytes: Array((json[key]?.text ?? "").utf8))
    }
  }
}
