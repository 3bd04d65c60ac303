public import ConverterCore

/// An address such as `fairy://library/0F6A…`, which leads to a view of the web view and begins nothing.
///
/// It is read strictly: what is no view, or has more than a view needs, is refused, since anybody can write a link.
public struct DeepLink: Sendable, Equatable {
  /// The path of the view, with what is asked there: `/library/0F6A…`
  public let path: String

  private static let scheme = "fairy://"
  private static let longest = 2000
  /// Views without more, and those of one thing each.
  private static let views: Set<String> = [
    "home", "jobs", "library", "notes", "phone", "preferences", "recent", "report", "scan",
    "sessions", "settings", "tour", "triage", "uploads",
  ]
  private static let viewsOfOne: Set<String> = [
    "files", "folders", "jobs", "library", "notes", "scan", "tour", "triage",
  ]

  /// - Throws: `usage` for anything else.
  public init(_ text: String) throws(ConversionError) {
    guard text.utf8.count <= Self.longest, text.lowercased().hasPrefix(Self.scheme) else {
      throw Self.refused(text, "it does not begin with \(Self.scheme)")
    }
    let rest = text.dropFirst(Self.scheme.count)
    if rest.hasPrefix("search?q=") {
      let query = rest.dropFirst("search?q=".count)
      guard !query.isEmpty, Self.isEncoded(query) else {
        throw Self.refused(text, "the words to search for are percent-encoded")
      }
      path = "/search?q=\(query)"
      return
    }
    let parts = rest.hasSuffix("/") ? rest.dropLast() : rest
    let names = parts.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let view = names.first, names.dropFirst().allSatisfy(Self.isIdentifier) else {
      throw Self.refused(text, "it names no view")
    }
    switch names.count {
    case 1 where Self.views.contains(view): path = view == "home" ? "/" : "/\(view)"
    case 2 where Self.viewsOfOne.contains(view): path = "/\(view)/\(names[1])"
    default: throw Self.refused(text, "there is no such view")
    }
  }

  /// Letters, digits, `-` and `_`: what numbers, UUIDs and the identifiers of files are made of.
  private static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
      }
  }

  /// What stands unencoded in an address (RFC 3986, section 2.3), and bytes as `%20`.
  private static func isEncoded(_ text: Substring) -> Bool {
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e, 0x2b: break
      case UInt8(ascii: "%"):
        guard rest.count >= 2,
          rest.prefix(2).allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
        else { return false }
        rest = rest.dropFirst(2)
      default: return false
      }
    }
    return true
  }

  private static func refused(_ text: String, _ why: String) -> ConversionError {
    ConversionError(
      .usage,
      "\"\(text.prefix(80).description.printable)\" is no link to a view: \(why); such as fairy://library"
    )
  }
}
