import ConverterCore

/// The words of a photo were recognised.
///
/// ```
/// {"kind":"recognition","time":"…","note":3,"photo":{"path":"/p/a.jpg",…},"text":"…","language":"eng","group":"receipt","reason":"…"}
/// ```
struct TextRecognized: JournalRecord {
  static let kind = "recognition"

  let note: Int
  let photo: PhotoFile
  let recognized: PhotoText

  var members: [JSONValue.Member] {
    [
      .init("note", .integer(note)), .init("photo", photo.record),
      .init("text", .string(recognized.text)),
      .init("language", recognized.language.map { .string($0) } ?? .null),
      .init("group", .string(recognized.group.rawValue)),
      .init("reason", .string(recognized.reason)),
    ]
  }

  init(note: Int, photo: PhotoFile, recognized: PhotoText) {
    (self.note, self.photo, self.recognized) = (note, photo, recognized)
  }

  init(line: JSONValue) throws(ConversionError) {
    note = try line.number("note")
    photo = try PhotoFile(record: line["photo"] ?? .null)
    guard let text = line["text"]?.text else {
      throw ConversionError(.damagedInput, "a note has no text")
    }
    // A group of a later version is one that this does not know.
    let group = line["group"]?.text.flatMap(NoteGroup.init) ?? .other
    recognized = PhotoText(
      text: text, language: line["language"]?.text,
      NoteGrouping(group, reason: line["reason"]?.text ?? ""))
  }
}

/// Somebody has corrected the text of a note.
struct TextCorrected: JournalRecord {
  static let kind = "correction"

  let note: Int
  /// `nil` where what was recognised holds again.
  let text: String?

  var members: [JSONValue.Member] {
    [.init("note", .integer(note)), .init("text", text.map { .string($0) } ?? .null)]
  }

  init(note: Int, text: String?) { (self.note, self.text) = (note, text) }

  init(line: JSONValue) throws(ConversionError) {
    note = try line.number("note")
    text = line["text"]?.text
    guard text != nil || line["text"] == .null else {
      throw ConversionError(.damagedInput, "a correction has no text")
    }
  }
}

/// A note is there no more.
struct NoteRemoved: JournalRecord {
  static let kind = "note-removed"

  let note: Int

  var members: [JSONValue.Member] { [.init("note", .integer(note))] }

  init(note: Int) { self.note = note }

  init(line: JSONValue) throws(ConversionError) { note = try line.number("note") }
}
