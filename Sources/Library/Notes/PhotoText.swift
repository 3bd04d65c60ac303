public import ConverterCore
public import SystemPackage

/// The words that were recognised in a photo.
public struct PhotoText: Sendable, Equatable {
  /// Its lines, with an empty one between paragraphs.
  public let text: String
  /// Of most of its words, as the engine names it ("eng"); `nil` where it is not known.
  public let language: String?
  public let group: NoteGroup
  /// Why it is in that group.
  public let reason: String

  init(text: String, language: String?, _ grouping: NoteGrouping) {
    (self.text, self.language) = (text, language)
    (group, reason) = (grouping.group, grouping.reason)
  }

  /// Reads what `convert PHOTO --to json` writes.
  ///
  /// - Parameters:
  ///   - recognized: all of it.
  ///   - screenshot: why the picture is taken for a screenshot; `nil` where it is not.
  /// - Throws: `unsupportedContent` where there is no word.
  init(recognized: JSONValue, screenshot: String? = nil) throws(ConversionError) {
    let sheets = RecognizedSheet.all(of: recognized)
    let text = sheets.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ConversionError(.unsupportedContent, "has no words that could be recognised")
    }
    self.init(
      text: String(text.dropLast()), language: sheets.lazy.compactMap(\.language).first,
      NoteGrouping(sheets, screenshot: screenshot))
  }
}

/// A picture whose words are wanted.
public struct ReadablePhoto: Sendable {
  public let path: FilePath
  /// Whether it was a picture of a screen, and no camera's: its words lie level and need no paper found around them.
  public let isScreenshot: Bool
}

/// Recognises words in photos: what reads files that nobody has checked, and so is done elsewhere, in sealed workers.
public protocol TextReader {
  /// The words of photos, each as JSON in the form of `convert --to json`.
  ///
  /// - Returns: of each photo, in their order, its words, or why there are none.
  /// - Throws: what keeps it from going on: `interrupted`.
  func texts(
    of photos: [ReadablePhoto]
  ) throws(ConversionError) -> [Result<JSONValue, ConversionError>]
}
