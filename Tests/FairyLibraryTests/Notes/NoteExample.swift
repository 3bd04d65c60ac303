import ConverterCore
import FairyLibrary
import SystemPackage

/// Recognises words without looking at pictures: each photo has the lines that a test says, by its name.
final class WrittenTexts: TextReader, PhotoReader {
  var lines: [String: [String]]
  var size = (width: 600, height: 800)
  var language: String? = "eng"
  /// What is seen of all photos; `nil` where nothing is.
  var look: PhotoLook?
  /// The names of photos whose words were asked for.
  private(set) var read: [String] = []
  /// Those of them that were said to be screenshots.
  private(set) var screenshots: [String] = []
  /// Done before words are given.
  var meanwhile: () throws -> Void = {}

  init(_ lines: [String: [String]]) { self.lines = lines }

  func texts(
    of photos: [ReadablePhoto]
  ) throws(ConversionError) -> [Result<JSONValue, ConversionError>] {
    do { try meanwhile() } catch { throw ConversionError(.internalError, "\(error)") }
    return photos.map { photo in
      let name = photo.path.lastComponent?.string ?? ""
      if photo.isScreenshot { screenshots.append(name) }
      read.append(name)
      guard let lines = lines[name] else {
        return .failure(ConversionError(.damagedInput, "is damaged"))
      }
      return .success(text(lines))
    }
  }

  /// As `convert --to json` writes it; an empty line begins another paragraph.
  private func text(_ lines: [String]) -> JSONValue {
    var (records, paragraph) = ([JSONValue](), 1)
    for (row, line) in lines.enumerated() {
      if line.isEmpty { paragraph += 1 }
      let words = line.split(separator: " ").map {
        JSONValue.object([.init("text", .string(String($0)))])
      }
      let box = [20, 20 + 30 * row, 400, 24].map { JSONValue.integer($0) }
      records.append(
        .object([
          .init("paragraph", .integer(paragraph)), .init("box", .array(box)),
          .init("words", .array(words)),
        ]))
    }
    let page = JSONValue.object([
      .init("width", .integer(size.width)), .init("height", .integer(size.height)),
      .init("language", language.map { .string($0) } ?? .null),
      .init("blocks", .array([.object([.init("lines", .array(records))])])),
    ])
    return .object([.init("pages", .array([page]))])
  }

  func looks(
    at files: [FilePath]
  ) throws(ConversionError) -> [Result<PhotoLook, ConversionError>] {
    files.map { _ in
      look.map { .success($0) } ?? .failure(ConversionError(.damagedInput, "is damaged"))
    }
  }
}

extension TriageExample {
  /// The notes as a program sees them that is just started.
  var notes: NoteBook { get throws { try NoteBook(library) } }

  @discardableResult
  func take(
    _ photos: [Photo], _ texts: WrittenTexts
  ) throws -> [Result<Note, ConversionError>] {
    try notes.take(photos, with: texts, PhotoLooks(library, reader: texts))
  }

  /// The numbers of notes that a search finds.
  func found(_ words: String) throws -> [String] {
    guard let words = SearchWords(words) else { return [] }
    return try library.openedIndex().search(words, by: .newest, most: 20)
      .filter { $0.item.kind == .note }.map(\.item.key)
  }
}
