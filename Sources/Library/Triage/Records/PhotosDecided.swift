import ConverterCore

/// A verdict on photos: one step, which can be undone.
///
/// ```
/// {"kind":"decision","time":"…","step":7,"verdict":"delete","photos":[[{"path":"/p/a.jpg","device":1,"inode":2,"bytes":3,"modified":4}]]}
/// ```
struct PhotosDecided: JournalRecord {
  static let kind = "decision"

  let step: Int
  /// `nil` where they are as if nobody had decided.
  let verdict: Verdict?
  let photos: [Photo]
  /// What whoever asked for it calls it, so that it is done once however often it is asked for; `nil` for those who ask once.
  var request: String?

  var members: [JSONValue.Member] {
    [
      .init("step", .integer(step)),
      .init("verdict", verdict.map { .string($0.rawValue) } ?? .null),
      .init("photos", .array(photos.map(\.record))),
    ] + request.members
  }

  init(step: Int, verdict: Verdict?, photos: [Photo], request: String? = nil) {
    (self.step, self.verdict, self.photos) = (step, verdict, photos)
    self.request = request
  }

  init(line: JSONValue) throws(ConversionError) {
    step = try line.number("step")
    verdict = line["verdict"]?.text.flatMap(Verdict.init)
    guard verdict != nil || line["verdict"] == .null else {
      throw ConversionError(.damagedInput, "a verdict is not known")
    }
    photos = try Photo.all(line, "photos")
    request = line["request"]?.text
  }
}

extension String? {
  /// The member of a line that says for which request it was written.
  var members: [JSONValue.Member] { map { [.init("request", .string($0))] } ?? [] }
}

extension JSONValue {
  /// The number of a step or commit.
  func number(_ key: String) throws(ConversionError) -> Int {
    guard let number = self[key]?.int, number > 0 else {
      throw ConversionError(.damagedInput, "\"\(key)\" is no number of a line of the journal")
    }
    return number
  }
}
