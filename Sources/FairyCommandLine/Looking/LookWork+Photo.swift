import ConverterCore
import PictureModel
import PictureViewer
import Runner
import TerminalPictures

// A photo on a screen on which photos are looked through.
extension LookWork {
  /// The key of the settings of a look that says how closely a photo is looked at.
  static let zoomKey = "photo-zoom"

  /// Writes a line with what is known of the photo, and behind it the photo as the terminal is to be sent it.
  func showPhoto() throws(ConversionError) {
    let picture = try photo()
    let zoom = look.request.options.settings[Self.zoomKey].flatMap { PictureZoom($0) }
    var (members, bytes) = (Self.members(of: picture, in: context), [UInt8]())
    if let graphics = look.page.graphics,
      let drawn = try picture.drawn(
        on: graphics, rows: graphics.size.rows, zoom ?? PictureZoom(), in: context)
    {
      members += Self.members(of: drawn.sight)
      bytes = drawn.picture.bytes
    }
    guard page.print(JSONValue.object(members).description + "\n") else { return }
    _ = try page.write(bytes)
  }

  private func photo() throws(ConversionError) -> Picture {
    let file = try converter.resolve(input, in: opened, context)
    let type = try converter.detect(file, in: context).type
    let reader = converter.registry.reader(for: type.id, in: converter.catalog)
    guard let reader = reader as? any Reader<Picture> else {
      throw ConversionError(.unsupportedContent, "is \(type.nameWithArticle), and no photo")
    }
    return try reader.read(file, type: type.id, in: ReadingContext(context))
  }

  /// Its size, and when, where and with what it was taken, in words for people.
  private static func members(
    of picture: Picture, in context: ConversionContext
  ) -> [JSONValue.Member] {
    let words = ["taken": "taken", "camera": "camera", "gps": "place"]
    var members: [JSONValue.Member] = [
      .init("width", .integer(picture.facts.width)),
      .init("height", .integer(picture.facts.height)),
    ]
    for fact in PictureViewer().facts(of: picture, in: context) {
      guard let word = fact.key.flatMap({ words[$0] }) else { continue }
      members.append(.init(word, .string(fact.text)))
    }
    return members
  }

  private static func members(of sight: TerminalGraphics.Sight) -> [JSONValue.Member] {
    func numbers(_ part: Range<Double>) -> JSONValue {
      .array([.number(part.lowerBound), .number(part.upperBound)])
    }
    return [
      .init("columns", .integer(sight.area.columns)), .init("rows", .integer(sight.area.rows)),
      .init("x", numbers(sight.x)), .init("y", numbers(sight.y)),
    ]
  }
}
