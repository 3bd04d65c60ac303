public import MIME

/// A part of a message (RFC 2045, 2046): the message itself, one of several, or one within those.
public struct Part: Sendable {
  public enum Kind: Sendable {
    /// Content.
    case leaf
    /// Parts divided by a boundary.
    case multipart
    /// A message, whose content is its one child.
    case message
  }

  /// Its place among ``MessageStructure/parts``.
  public let index: Int
  /// That of the part that it is in; `nil` for the message.
  public let parent: Int?
  /// Which of its parent's children it is, from 1.
  public let position: Int
  public let depth: Int
  public internal(set) var kind: Kind
  /// Places in the file.
  public let header: Range<Int>
  public internal(set) var body: Range<Int>
  public let type: MediaTypeField
  public let disposition: DispositionField?
  public let encoding: TransferEncoding
  /// Content-ID without its brackets, by which pictures of a page are named.
  public let contentID: String?
  /// What is wrong with it, in a few words.
  public internal(set) var fault: String?
  var childCount = 0

  /// The name of its file as it is told: of Content-Disposition, else of Content-Type.
  public var fileName: String? {
    for name in [disposition?.parameters["filename"], type.parameters["name"]] {
      if let name, !name.isEmpty { return name }
    }
    return nil
  }

  public var isText: Bool { type.type.hasPrefix("text/") }
}

/// The parts of a message, each before those in it.
public struct MessageStructure: Sendable {
  public internal(set) var parts: [Part] = []

  /// `1.2.1` for the first part in the second; `1` for a message without parts, `0` for one with parts.
  public func number(of part: Part) -> String {
    var numbers: [String] = []
    var current: Part? = part
    while let part = current, let parent = part.parent {
      // The content of an attached message has the number of that.
      if parts[parent].kind != .message || part.kind != .multipart {
        numbers.append("\(part.position)")
      }
      current = parts[parent]
    }
    if numbers.isEmpty, part.kind == .multipart { return "0" }
    return numbers.isEmpty ? "1" : numbers.reversed().joined(separator: ".")
  }

  public func children(of part: Part) -> [Part] {
    parts[(part.index + 1)...].prefix { $0.depth > part.depth }.filter { $0.parent == part.index }
  }

  func ancestors(of part: Part) -> some Sequence<Part> {
    sequence(state: part.parent) { next -> Part? in
      guard let index = next else { return nil }
      next = parts[index].parent
      return parts[index]
    }
  }
}
