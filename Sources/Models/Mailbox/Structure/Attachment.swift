public import ConverterCore
public import MIME

/// What is known of a file in a message before its content is looked at.
public protocol AttachedFile: Sendable {
  /// The name that it has, decoded but otherwise as the sender chose it; `nil` where it has none.
  var name: String? { get }
  /// As the sender says: `application/pdf`.
  var mediaType: String { get }
  var role: Bodies.Role { get }
}

extension AttachedFile {
  /// Whether it counts as something attached: no signature, and no picture of the page.
  public var isProper: Bool { role != .signature && role != .inline }

  /// Whether it is a `winmail.dat`, in which Outlook hides what is attached (TNEF).
  public var isOfOutlook: Bool {
    mediaType == "application/ms-tnef" || mediaType == "application/vnd.ms-tnef"
      || name?.lowercased() == "winmail.dat"
  }
}

/// A file in a message.
public struct Attachment: AttachedFile {
  /// The part that it is, or the text that it stands in.
  public let part: Part
  public let role: Bodies.Role
  public let name: String?
  public let mediaType: String
  /// The piece of a text that it is (uuencode, yEnc).
  public let embedded: EmbeddedFile?

  init(_ attached: Bodies.Attached) {
    part = attached.part
    role = attached.role
    name = attached.part.fileName
    mediaType = attached.part.type.type
    embedded = nil
  }

  init(_ file: EmbeddedFile, in part: Part, named name: String) {
    self.part = part
    role = .attachment
    self.name = name
    mediaType = "application/octet-stream"
    embedded = file
  }

  /// Bytes that it takes in the message.
  public var encodedByteCount: Int { embedded?.range.count ?? part.body.count }
}

extension Message {
  /// The files in the message, those in attached messages included.
  public var attachments: [Attachment] {
    get throws(ConversionError) {
      let structure = try structure
      let bodies = structure.bodies
      var all: [Attachment] = []
      for part in [bodies.plain].compactMap(\.self) + bodies.further {
        for (file, name) in try embeddedFiles(in: part) {
          all.append(Attachment(file, in: part, named: name))
        }
      }
      return all + bodies.attached.map(Attachment.init)
    }
  }

  /// The subject of a message that is attached.
  public func subject(ofAttached attachment: Attachment) throws(ConversionError) -> String? {
    let structure = try structure
    guard let inner = structure.children(of: attachment.part).first else { return nil }
    let (block, fields) = try bytes.header(inner.header)
    return fields["subject"].map {
      HeaderText.decoded(block.span[$0], using: reader.charsets)
    }
  }

  /// A text of more of them is made to waste memory.
  private static let mostEmbedded = 1000

  /// Files that stand in a plain text as lines of letters.
  private func embeddedFiles(
    in part: Part
  ) throws(ConversionError) -> [(EmbeddedFile, name: String)] {
    guard part.mayHoldFiles else { return [] }
    var search = EmbeddedFileSearch()
    var found: [EmbeddedFile] = []
    repeat {
      try reader.context.checkpoint()
      let start = part.body.lowerBound + search.position
      let end = min(part.body.upperBound, start + bytes.pieceSize + EmbeddedFileSearch.margin)
      let window = try bytes.bytes(start..<end)
      found += search.files(in: window.span, isLast: end == part.body.upperBound)
    } while search.position < part.body.count && found.count <= Self.mostEmbedded
    if found.count > Self.mostEmbedded {
      reader.context.warn("of the files in a text only the first \(Self.mostEmbedded) are taken")
    }
    return found.prefix(Self.mostEmbedded).map { file in
      let name = HeaderText.decoded(file.name.span, using: reader.charsets)
      return (file, name)
    }
  }
}
