public import ConverterCore
public import MIME

/// A file in a message.
public struct Attachment: Sendable {
  /// The part that it is, or the text that it stands in.
  public let part: Part
  public let role: Bodies.Role
  /// The name that it has, decoded but otherwise as the sender chose it; `nil` where it has none.
  public let name: String?
  /// As the sender says: `application/pdf`.
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

  /// Whether it is a `winmail.dat`, in which Outlook hides what is attached.
  public var isOfOutlook: Bool { OutlookContainer.isOne(mediaType: mediaType, name: name) }

  /// Bytes that it takes in the message.
  public var encodedByteCount: Int { embedded?.range.count ?? part.body.count }

  /// Whether it counts as something attached: no signature, and no picture of the page.
  public var isProper: Bool { role != .signature && role != .inline }
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
      HeaderText.decoded(UnsafeRawBufferPointer(rebasing: block[$0]), using: reader.charsets)
    }
  }

  /// Files that stand in a plain text as lines of letters.
  private func embeddedFiles(
    in part: Part
  ) throws(ConversionError) -> [(EmbeddedFile, name: String)] {
    guard part.mayHoldFiles else { return [] }
    let searched = try bytes.bytes(part.body, atMost: PartText.most)
    var found = EmbeddedFile.find(in: searched)
    guard let last = found.last else { return [] }
    // One that goes on behind what was searched ends by itself.
    if !last.isComplete, searched.count < part.body.count {
      found[found.count - 1] = last.extended(to: part.body.count)
    }
    return found.map { file in
      let name = file.name.withUnsafeBytes { HeaderText.decoded($0, using: reader.charsets) }
      return (file, name)
    }
  }
}

/// The container in which Outlook hides what is attached (TNEF).
enum OutlookContainer {
  static func isOne(mediaType: String, name: String?) -> Bool {
    mediaType == "application/ms-tnef" || mediaType == "application/vnd.ms-tnef"
      || name?.lowercased() == "winmail.dat"
  }
}
