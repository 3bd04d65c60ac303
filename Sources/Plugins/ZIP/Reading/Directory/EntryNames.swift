import ArchiveModel
import ConverterCore

/// The names of all entries, understood together: those that do not say their encoding are guessed at from
/// each other.
struct EntryNames {
  private let decoder: NameDecoder
  /// Whether a `\` separates folders in all names: no name has a `/`.
  private let lacksSlashes: Bool

  var encoding: NameEncoding? { decoder.encoding }
  /// Whether there is text that does not say its encoding, so that another one would give other names.
  let needsEncoding: Bool

  /// - Throws: `usage` for an encoding that does not exist.
  init(
    _ directory: CentralDirectory, comment: [UInt8], override: String?
  ) throws(ConversionError) {
    var unknown = directory.records.filter { $0.spelling == .unknown }
      .map { Array(directory.bytes[$0.name]) }
    if unknown.isEmpty { unknown = Self.comments(of: directory) + [comment] }
    unknown.removeAll { $0.allSatisfy { $0 < 0x80 } }
    decoder = try NameDecoder(
      guessingFrom: unknown, override: override)
    needsEncoding = !unknown.isEmpty || decoder.hasGlyphs
    lacksSlashes =
      directory.records.contains(where: \.hasBackslash)
      && !directory.records.contains { directory.bytes[$0.name].contains(UInt8(ascii: "/")) }
  }

  private static func comments(of directory: CentralDirectory) -> [[UInt8]] {
    directory.records.filter { $0.commentByteCount > 0 && !$0.flags.contains(.utf8) }
      .map { Array(directory.bytes[$0.comment]) }
  }

  /// - Returns: the path without slashes at its end, and whether there were any.
  func path(
    of record: CentralRecord, in bytes: Span<UInt8>
  ) -> (path: EntryPath, endsWithSlash: Bool) {
    let raw = bytes.extracting(record.name).array
    var name =
      switch record.spelling {
      case .ascii: decoder.hasGlyphs ? decoder.decode(raw) : raw
      case .declared: raw.inNormalFormC
      case .unicodeField:
        bytes.extracting(record.unicodeOffset..<record.unicodeOffset + record.unicodeByteCount)
          .array.inNormalFormC
      case .unknown: decoder.decode(raw)
      }
    if record.hasBackslash, isSeparator(in: name, host: record.host) {
      for index in name.indices where name[index] == UInt8(ascii: "\\") {
        name[index] = UInt8(ascii: "/")
      }
    }
    let endsWithSlash = name.last == UInt8(ascii: "/")
    while name.last == UInt8(ascii: "/") { name.removeLast() }
    // Of a path that is nothing but slashes, one is left, which no one takes for a name.
    if endsWithSlash && name.isEmpty { name = [UInt8(ascii: "/")] }
    return (EntryPath(name), endsWithSlash)
  }

  /// Whether a `\` separates components in a name, after it was decoded: in Shift-JIS the byte is part of
  /// characters.
  ///
  /// On Unix it can be a letter of a name. What would lead out of the folder on another system is never
  /// taken for such a letter.
  private func isSeparator(in name: [UInt8], host: UInt8) -> Bool {
    if lacksSlashes || !Host.isUnix(host) { return true }
    return name.split { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") }.contains {
      $0.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")])
    }
  }

  /// A comment for people; `nil` where it is empty.
  func text(_ raw: [UInt8], isUTF8: Bool = false) -> String? {
    guard !raw.isEmpty else { return nil }
    return String(decoding: isUTF8 ? raw : decoder.decode(raw), as: UTF8.self)
  }
}

/// Systems that entries come from (APPNOTE 4.4.2.2).
enum Host {
  /// Attributes have the mode of Unix, names may hold a `\`.
  static func isUnix(_ host: UInt8) -> Bool { host == 3 || host == 19 }
}
