internal import ConverterCore
internal import MIME

/// The pictures of a message, as the addresses that stand in its pages for them.
struct PagePictures {
  private let message: Message
  private let attached: [Bodies.Attached]
  /// The first part of each Content-ID, once one is asked for.
  private var parts: [String: Part]?
  /// A picture may be named a million times.
  private var uses: [String: Int] = [:]
  /// Letters that may still come.
  private var room: Int

  /// Bytes of a picture that is put into a page.
  private static let most = 16 << 20
  /// How often each stands in the pages.
  private static let mostUses = 4

  /// - Parameter most: letters of all together.
  init(of message: Message, _ bodies: Bodies, atMost most: Int = 64 << 20) {
    self.message = message
    room = most
    attached = bodies.attached
  }

  /// An address that holds the picture of a Content-ID; `nil` where there is none, or there are enough.
  mutating func address(of id: String) throws(ConversionError) -> String? {
    guard let part = part(id), part.type.type.hasPrefix("image/"),
      part.type.type != "image/svg+xml"
    else { return nil }
    guard uses[id, default: 0] < Self.mostUses else { return nil }
    uses[id, default: 0] += 1
    let (content, isWhole) = try message.content(of: part, atMost: min(Self.most, room / 4 * 3))
    guard isWhole else { return nil }
    let letters = Base64.encode(content.array)
    room -= letters.count
    return "data:\(part.type.type);base64,\(String(decoding: letters, as: UTF8.self))"
  }

  private mutating func part(_ id: String) -> Part? {
    if let parts { return parts[id] }
    var parts: [String: Part] = [:]
    for file in attached {
      if let id = file.part.contentID, parts[id] == nil { parts[id] = file.part }
    }
    self.parts = parts
    return parts[id]
  }
}
