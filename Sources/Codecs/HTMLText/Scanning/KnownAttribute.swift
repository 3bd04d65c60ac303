internal import ConverterCore

/// The attributes that mean something to what reads a page; the parser gets no others.
enum KnownAttribute {
  static func named(_ bytes: Span<UInt8>) -> StaticString? {
    all.first { $0.utf8CodeUnitCount == bytes.count && bytes.hasLetters($0) }
  }

  private static let all: [StaticString] = [
    "style", "href", "src", "alt", "width", "height", "align", "valign", "border", "cellpadding",
    "cellspacing", "bgcolor", "color", "colspan", "rowspan", "size", "face", "title", "background",
    "srcset", "poster", "hidden", "dir", "lang", "id", "name", "role", "start", "type", "value",
    "span", "nowrap", "reversed", "open",
  ]
}
