import ArchiveModel
internal import ConverterCore

/// What is said below the tree of an archive.
struct OutlineSummary {
  enum Line: Equatable {
    case plain(String)
    case warning(String)
  }

  static func lines(_ archive: Archive, _ tally: ArchiveTally) -> [Line] {
    var lines = [Line.plain(totals(archive, tally))]
    if tally.encrypted > 0 {
      let isAre = tally.encrypted == 1 ? "entry is" : "entries are"
      lines.append(.plain("\(tally.encrypted) \(isAre) encrypted."))
    }
    if let encoding = archive.nameEncoding {
      lines.append(.plain(encoding.sentence))
    }
    if tally.unsafe > 0 {
      let isAre = tally.unsafe == 1 ? "entry is" : "entries are"
      lines.append(
        .warning(
          "\(tally.unsafe) \(isAre) unsafe or damaged, as said below them, and not unpacked."))
    }
    if let comment = archive.comment, !comment.isEmpty {
      let text = comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      lines.append(
        .plain("Comment: " + text.map { String($0).printable }.joined(separator: "\n  ")))
    }
    return lines
  }

  /// "86 files, 15 folders: 2.3 MB, 735 kB in the archive (32%)".
  private static func totals(_ archive: Archive, _ tally: ArchiveTally) -> String {
    guard tally.entries > 0 else {
      return archive.isOwn ? "The folder is empty." : "The archive is empty."
    }
    var parts: [String] = []
    if tally.files > 0 { parts.append(count(tally.files, "file", "files")) }
    if tally.folders > 0 { parts.append(count(tally.folders, "folder", "folders")) }
    if tally.links > 0 { parts.append(count(tally.links, "link", "links")) }
    if parts.isEmpty { parts.append(count(tally.entries, "entry", "entries")) }
    var text = parts.joined(separator: ", ")
    guard tally.files > 0, tally.knowsBytes || tally.bytes > 0 else { return text }
    text += ": \(tally.knowsBytes ? "" : "at least ")\(tally.bytes.sizeText)"
    guard tally.knowsCompressedBytes else { return text }
    text += ", \(tally.compressedBytes.sizeText) in the archive"
    guard tally.knowsBytes, tally.bytes > 0 else { return text }
    let percent = (Double(tally.compressedBytes) * 100 / Double(tally.bytes)).rounded()
    return text + " (\(Int(min(percent, 9999)))%)"
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}

extension Int {
  /// `1.3 MB`, as the tree has it.
  var sizeText: String {
    var buffer = LineBuffer(NoPage())
    buffer.add(size: self)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension NameEncoding {
  /// "Names that do not say their encoding look like CP866 (93% sure); --encoding NAME overrules that."
  var sentence: String {
    guard confidence < 1 else { return "Names are read as \(name.printable)." }
    return "Names that do not say their encoding look like \(name.printable) (\(percent)% sure); "
      + "--encoding NAME overrules that."
  }

  var percent: Int { Int((min(1, max(0, confidence)) * 100).rounded()) }
}

/// A page that nobody sees.
private final class NoPage: Page {
  let isJSON = false
  let width: Int? = nil
  let usesColour = false
  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool { false }
}
