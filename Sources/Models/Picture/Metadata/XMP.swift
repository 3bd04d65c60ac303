/// Reads and edits XMP packets (ISO 16684-1): RDF in XML, in UTF-8.
enum XMP {
  /// A property of the picture, at the top level of the packet.
  struct Property: Equatable {
    let name: Name
    /// The attribute or element with the blanks before it.
    let range: Range<Int>
    /// The value as it stands between quotation marks or tags; `nil` for a structure or array.
    let value: Range<Int>?
    /// The texts of an array's simple items.
    var items: [Range<Int>] = []
  }

  /// A name with the namespace that its prefix stands for.
  struct Name: Hashable {
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
      self.namespace = namespace
      self.local = local
    }
  }

  enum Namespace {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let tiff = "http://ns.adobe.com/tiff/1.0/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let note = "http://ns.adobe.com/xmp/note/"
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
    static let container = "http://ns.google.com/photos/1.0/container/"
    static let camera = "http://ns.google.com/photos/1.0/camera/"
  }

  /// Whether the packet names a place by coordinates.
  static func hasPlace(_ properties: [Property]) -> Bool {
    properties.contains {
      $0.name.namespace == Namespace.exif && $0.name.local.hasPrefix("GPS")
        && $0.name.local != "GPSVersionID"
    }
  }

  /// A value's text, with references replaced and without blanks around it; `nil` where it is empty,
  /// not UTF-8, or refers to something that XML does not define by itself.
  static func text(_ range: Range<Int>, in xmp: [UInt8]) -> String? {
    guard let raw = String(validating: xmp[range], as: UTF8.self) else { return nil }
    var text = ""
    for (index, part) in raw.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        text += part
        continue
      }
      guard let end = part.firstIndex(of: ";"), let character = reference(part[..<end]) else {
        return nil
      }
      text.unicodeScalars.append(character)
      text += part[part.index(after: end)...]
    }
    let blanks: Set<Character> = [" ", "\n", "\r", "\t", "\r\n"]
    let trimmed = text.drop(while: blanks.contains)
    guard let last = trimmed.lastIndex(where: { !blanks.contains($0) }) else { return nil }
    return String(trimmed[...last])
  }

  private static func reference(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init)
    }
  }
}
