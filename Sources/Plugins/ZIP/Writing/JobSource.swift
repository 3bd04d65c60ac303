import ArchiveModel
import ConverterCore

/// Where jobs come from, in the order of the archive.
///
/// It is used by one thread at a time, though not always by the same.
protocol JobSource: AnyObject {
  /// How much has been handed out, 0…1.
  var fraction: Double { get }

  /// How many threads there is enough work for.
  var usefulThreads: Int { get }

  /// - Throws: what ends the whole conversion.
  func next() throws(ConversionError) -> EntryJob?
}

extension Entry {
  /// Whether the content is that of a file: links are small, folders have none.
  var isFile: Bool { kind == .file || kind == .hardLink }
}

extension ConversionError {
  static func noTarget(of link: Entry) -> ConversionError {
    ConversionError(
      .damagedInput,
      "is another name of \(EntryPath(link.linkTarget ?? []).shown), which is no file before it")
  }

  static var device: ConversionError {
    ConversionError(
      .unsupportedContent, "is a device, pipe or socket, which no ZIP archive can hold")
  }
}
