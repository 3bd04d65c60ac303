extension XMP {
  /// A new packet with the dates of the picture, its rights and its creators; `nil` if it has none.
  ///
  /// Everything else goes: coordinates, names of places and people, face regions, serial numbers,
  /// document IDs, history, ratings, keywords and descriptions. Rights and creators stay because
  /// their author put them there to travel along, as in Exif.
  static func shareable(_ xmp: [UInt8], _ properties: [Property]) -> [UInt8]? {
    var lines: [String] = []
    var seen: Set<Name> = []
    for property in properties where !seen.contains(property.name) {
      guard let form = shareable[property.name] else { continue }
      let texts = (property.value.map { [$0] } ?? property.items).compactMap { text($0, in: xmp) }
      guard let first = texts.first else { continue }
      let tag = "\(form.prefix):\(property.name.local)"
      switch form {
      case .date:
        guard isDate(first) else { continue }
        lines.append("<\(tag)>\(first)</\(tag)>")
      case .creators:
        let items = texts.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
        lines.append("<\(tag)><rdf:Seq>\(items)</rdf:Seq></\(tag)>")
      case .rights:
        let item = "<rdf:li xml:lang=\"x-default\">\(escaped(first))</rdf:li>"
        lines.append("<\(tag)><rdf:Alt>\(item)</rdf:Alt></\(tag)>")
      }
      seen.insert(property.name)
    }
    guard !lines.isEmpty else { return nil }
    let prefixes = Set(
      seen.compactMap { name in shareable[name].map { ($0.prefix, name) } }.map {
        "xmlns:\($0.0)=\"\($0.1.namespace)\""
      }
    ).sorted().joined(separator: " ")
    return packet(
      of: """
        <rdf:Description rdf:about="" \(prefixes)>
        \(lines.joined(separator: "\n"))
        </rdf:Description>
        """)
  }

  /// A whole packet of one description.
  static func packet(of description: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(Namespace.rdf)">
      \(description)
      </rdf:RDF></x:xmpmeta>
      <?xpacket end="r"?>
      """.utf8)
  }

  private enum Form {
    case date(prefix: String)
    case creators, rights

    var prefix: String {
      switch self {
      case .date(let prefix): prefix
      case .creators, .rights: "dc"
      }
    }
  }

  private static let shareable: [Name: Form] = [
    Name(Namespace.xmp, "CreateDate"): .date(prefix: "xmp"),
    Name(Namespace.xmp, "ModifyDate"): .date(prefix: "xmp"),
    Name(Namespace.photoshop, "DateCreated"): .date(prefix: "photoshop"),
    Name(Namespace.exif, "DateTimeOriginal"): .date(prefix: "exif"),
    Name(Namespace.exif, "DateTimeDigitized"): .date(prefix: "exif"),
    Name(Namespace.tiff, "DateTime"): .date(prefix: "tiff"),
    Name(Namespace.dublinCore, "creator"): .creators,
    Name(Namespace.dublinCore, "rights"): .rights,
  ]

  /// Nothing but a date (ISO 8601, or with Exif's colons) passes as one.
  private static func isDate(_ text: String) -> Bool {
    text.utf8.count <= 40
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-+:.TZ ".utf8.contains($0) }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // XML 1.0 has no place for control characters, by whatever reference they came.
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
