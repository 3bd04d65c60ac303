/// The attributes that mean something to what reads a page; the parser gets no others.
enum KnownAttribute {
  static func named(_ bytes: UnsafeRawBufferPointer) -> StaticString? {
    all.first { name in
      name.utf8CodeUnitCount == bytes.count
        && bytes.indices.allSatisfy { bytes[$0].lowercased == name.utf8Start[$0] }
    }
  }

  private static let all: [StaticString] = [
    "style", "href", "src", "alt", "width", "height", "align", "valign", "border", "cellpadding",
    "cellspacing", "bgcolor", "color", "colspan", "rowspan", "size", "face", "title", "background",
    "srcset", "poster", "hidden", "dir", "lang", "id", "name", "role", "start", "type", "value",
    "span", "nowrap", "reversed", "open",
  ]
}
