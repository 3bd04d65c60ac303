/// What stands before and in the start tag of an XML document's root element (XML 1.0 §2.8).
struct XMLPrologue {
  struct Root {
    /// As written, with its prefix.
    let name: String
    /// Of the element itself, not of its attributes.
    let namespace: String?
    /// All that the element declares.
    let namespaces: [String]
    /// Whether the tag ends itself: `<a/>`.
    let isEmpty: Bool

    var localName: Substring { name.split(separator: ":", maxSplits: 1).last ?? "" }
    var isHTML: Bool { name.lowercased() == "html" }
  }

  private(set) var hasDeclaration = false
  private(set) var hasDoctype = false
  private(set) var hasHTMLDoctype = false
  /// The public identifiers of a document type: "-//W3C//DTD XHTML 1.0 Strict//EN" and where it is.
  private(set) var doctype = ""
  private(set) var root: Root?

  init(_ text: TextSample) {
    let bytes = text.bytes
    var next = text.start
    while next < bytes.count {
      if TextSample.isBlank(bytes[next]) {
        next += 1
      } else if text.has("<?", at: next) {
        hasDeclaration = hasDeclaration || text.has("<?xml ", at: next)
        guard let end = bytes.firstOffset(of: "?>", in: next..<bytes.count) else { return }
        next = end + 2
      } else if text.has("<!--", at: next) {
        guard let end = bytes.firstOffset(of: "-->", in: next..<bytes.count) else { return }
        next = end + 3
      } else if text.has("<!doctype", at: next) {
        hasDoctype = true
        hasHTMLDoctype = text.has("html", at: next + 10)
        guard let end = Self.endOfDoctype(bytes, from: next) else { return }
        doctype = text.string(next..<min(end, next + 300))
        next = end
      } else {
        root = Self.root(bytes, at: next)
        return
      }
    }
  }

  /// Behind the `>` that closes the declaration, its internal subset in brackets skipped.
  private static func endOfDoctype(_ bytes: [UInt8], from start: Int) -> Int? {
    var isInSubset = false
    for next in start..<bytes.count {
      switch bytes[next] {
      case UInt8(ascii: "["): isInSubset = true
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: ">") where !isInSubset: return next + 1
      default: break
      }
    }
    return nil
  }

  private static func root(_ bytes: [UInt8], at start: Int) -> Root? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
    let nameEnd =
      bytes[(start + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
    guard nameEnd > start + 1, nameEnd - start <= 256, !isDigitOrDash(bytes[start + 1]),
      nameEnd < bytes.count,
      TextSample.isBlank(bytes[nameEnd]) || bytes[nameEnd] == UInt8(ascii: ">")
        || bytes[nameEnd] == UInt8(ascii: "/")
    else { return nil }
    let name = String(decoding: bytes[start + 1..<nameEnd], as: UTF8.self)
    let prefix = name.split(separator: ":", maxSplits: 1)
    let wanted = prefix.count == 2 ? "xmlns:\(prefix[0])" : "xmlns"
    var namespace: String?
    var namespaces: [String] = []
    var next = nameEnd
    // Attributes until the tag ends; the sample may end first.
    while next < bytes.count, bytes[next] != UInt8(ascii: ">") {
      guard let attribute = Attribute(bytes, from: next) else { break }
      if attribute.name == wanted { namespace = attribute.value }
      if attribute.name.hasPrefix("xmlns") { namespaces.append(attribute.value) }
      next = attribute.end
    }
    let isEmpty = next < bytes.count && next > 0 && bytes[next - 1] == UInt8(ascii: "/")
    return Root(name: name, namespace: namespace, namespaces: namespaces, isEmpty: isEmpty)
  }

  private struct Attribute {
    let name: String
    let value: String
    let end: Int

    init?(_ bytes: [UInt8], from start: Int) {
      var next = start
      while next < bytes.count, TextSample.isBlank(bytes[next]) || bytes[next] == UInt8(ascii: "/")
      {
        next += 1
      }
      let nameStart = next
      while next < bytes.count, isNameByte(bytes[next]) { next += 1 }
      if next == nameStart {
        // The tag's end, or no attribute at all.
        guard next > start, next < bytes.count, bytes[next] == UInt8(ascii: ">") else { return nil }
        (name, value, end) = ("", "", next)
        return
      }
      name = String(decoding: bytes[nameStart..<next], as: UTF8.self)
      while next < bytes.count, TextSample.isBlank(bytes[next]) { next += 1 }
      guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
        (value, end) = ("", next)
        return
      }
      next += 1
      while next < bytes.count, TextSample.isBlank(bytes[next]) { next += 1 }
      guard next < bytes.count,
        bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'"),
        let close = bytes[(next + 1)...].firstIndex(of: bytes[next])
      else { return nil }
      value = String(decoding: bytes[next + 1..<close], as: UTF8.self)
      end = close + 1
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func isDigitOrDash(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
