internal import ConverterCore
internal import Markup

/// The attributes that a harmless page may have.
enum SafeAttributes {
  private enum Value {
    case word, number, colour, fonts, anything, flag
  }

  private static let harmless: [(name: StaticString, value: Value)] = [
    ("align", .word), ("valign", .word), ("dir", .word), ("type", .word), ("width", .number),
    ("height", .number), ("border", .number), ("cellpadding", .number), ("cellspacing", .number),
    ("colspan", .number), ("rowspan", .number), ("size", .number), ("start", .number),
    ("value", .number), ("span", .number), ("bgcolor", .colour), ("color", .colour),
    ("face", .fonts), ("lang", .fonts), ("title", .anything), ("nowrap", .flag),
    ("reversed", .flag), ("open", .flag),
  ]

  /// What of an element's attributes stays, each with a blank before it.
  static func text(of attributes: ElementAttributes) -> String {
    var text = ""
    for (name, kind) in harmless {
      guard let bytes = attributes[name] else { continue }
      if kind == .flag {
        text += " \(name)"
      } else if allows(bytes, kind) {
        let value = String(decoding: bytes)
        text += " \(name)=\"\(MarkupText.escaped(value, isAttribute: true))\""
      }
    }
    if let id = attributes.text("id") ?? attributes.text("name"), isIdentifier(id.utf8) {
      text += " id=\"\(prefix)\(id)\""
    }
    if let bytes = attributes["style"] {
      let style = InlineStyle(bytes).harmless
      if !style.isEmpty { text += " style=\"\(MarkupText.escaped(style, isAttribute: true))\"" }
    }
    return text
  }

  /// The target of a link, if it is harmless.
  static func link(_ attributes: ElementAttributes) -> String {
    guard let bytes = attributes["href"] else { return "" }
    let target = LinkTarget(bytes)
    var address = target.text
    switch target.kind {
    case .web where target.scheme.isEmpty: address = "https:" + address
    case .web: break
    case .harmless where target.scheme == "mailto" || target.scheme == "tel": break
    case .here where isIdentifier(address.utf8.dropFirst()):
      address = "#\(prefix)\(address.dropFirst())"
    default: return ""
    }
    return " href=\"\(MarkupText.escaped(address, isAttribute: true))\" rel=\"noreferrer noopener\""
  }

  /// Whether it is a `data:` URI of a picture that is nothing but pixels.
  static func isPicture(_ address: String) -> Bool {
    let start = String(address.prefix(40)).lowercased()
    return ["png", "jpeg", "jpg", "gif", "webp", "bmp", "avif", "x-icon"].contains {
      start.hasPrefix("data:image/\($0);base64,")
    }
      && address.utf8.drop { $0 != 0x2C }.dropFirst().allSatisfy {
        $0.isLetter || $0.isDigit || [0x2B, 0x2F, 0x3D, 0x25].contains($0)
      }
  }

  /// Keeps names of the page apart from those of what it is put into.
  private static let prefix = "mail-"

  private static func isIdentifier(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.count <= 100
      && bytes.allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x3A, 0x5F].contains($0) }
  }

  private static func allows(_ bytes: Span<UInt8>, _ kind: Value) -> Bool {
    guard !bytes.isEmpty else { return false }
    return switch kind {
    case .word: bytes.count <= 20 && bytes.allSatisfy { $0.isLetter || $0.isDigit }
    case .number:
      bytes.count <= 10
        && bytes.allSatisfy { $0.isDigit || [0x25, 0x2B, 0x2D, 0x2E, 0x70, 0x78].contains($0) }
    case .colour: bytes.count <= 40 && bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x23 }
    case .fonts:
      bytes.count <= 200
        && bytes.allSatisfy {
          $0.isLetter || $0.isDigit || $0 >= 0x80 || [0x20, 0x27, 0x2C, 0x2D, 0x5F].contains($0)
        }
    case .anything: bytes.count <= 2000
    case .flag: true
    }
  }
}
