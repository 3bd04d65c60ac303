public import ConverterCore

/// The text of a photo: what was recognised in it, and what people have made of that.
public struct Note: Sendable, Equatable {
  /// Its number in the library, which no other note ever has.
  public let number: Int
  /// The photo as it was when it was read.
  public let photo: PhotoFile
  /// When it was read.
  public let created: StoredDate
  /// What was recognised; a correction does not change it.
  public let recognized: PhotoText
  /// What somebody has made of the text; `nil` where nobody has.
  public internal(set) var correction: String?
  /// When it was read or last corrected.
  public internal(set) var modified: StoredDate

  init(number: Int, _ photo: PhotoFile, _ recognized: PhotoText, at time: StoredDate) {
    (self.number, self.photo, self.recognized) = (number, photo, recognized)
    (created, modified) = (time, time)
  }

  /// The text as it holds.
  public var text: String { correction ?? recognized.text }

  /// The name of the photo.
  public var title: String { String(decoding: photo.path.name, as: UTF8.self) }

  /// The note as it is found.
  var indexedItem: IndexedItem {
    var item = IndexedItem(
      kind: .note, key: "\(number)", title: title, created: created, modified: modified)
    item.body = text.replacing(String(IndexedItem.pageBreak), with: " ")
    return item
  }
}

extension Note {
  /// What scripts are told of it.
  public var json: JSONValue {
    .object(
      [.init("id", .string("\(number)")), .init("title", .string(title))]
        + photo.path.members("photo") + [
          .init("created", .string(created.description)),
          .init("modified", .string(modified.description)),
          .init("language", recognized.language.map { .string($0) } ?? .null),
          .init("group", .string(recognized.group.rawValue)),
          .init("reason", .string(recognized.reason)), .init("text", .string(text)),
          .init("recognized", correction == nil ? .null : .string(recognized.text)),
        ])
  }

  /// A part of a Markdown file: the photo as a heading, and the text.
  public var markdown: String {
    let language = recognized.language.map { ", \($0)" } ?? ""
    let facts = "\(created)\(language), \(recognized.group.rawValue)"
    return "# \(title.escapedAsMarkdown)\n\n\(facts)\n\n"
      + text.escapedAsMarkdown.replacing("\n", with: "  \n") + "\n"
  }
}

extension String {
  /// The text as it is meant, where Markdown would read marks.
  fileprivate var escapedAsMarkdown: String {
    var text = ""
    for character in self {
      if "\\`*_{}[]<>#+-.!|~&".contains(character) { text.append("\\") }
      text.append(character)
    }
    return text
  }
}
