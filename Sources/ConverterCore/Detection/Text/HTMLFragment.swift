/// Parts of pages, which have neither a document type nor a root element.
enum HTMLFragment {
  static let tags: Set<String> = [
    "a", "abbr", "address", "article", "aside", "audio", "b", "base", "basefont", "bgsound",
    "blockquote",
    "body", "br", "button", "canvas", "center", "code", "dd", "details", "dialog", "div", "dl",
    "dt", "em",
    "fieldset", "figure", "font", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5", "h6",
    "head",
    "header", "hr", "i", "iframe", "img", "input", "label", "li", "link", "main", "marquee", "meta",
    "nav",
    "noscript", "ol", "p", "picture", "pre", "script", "section", "select", "small", "span",
    "strong",
    "style", "sub", "sup", "table", "tbody", "td", "template", "textarea", "th", "title", "tr",
    "tt", "u",
    "ul", "video",
  ]

  /// Text with several tags that only pages have, some of them closed.
  ///
  /// - Parameter least: how many different ones are enough.
  static func examine(_ text: TextSample, least: Int = 3) -> [TypeFinding] {
    var found: Set<String> = []
    var (count, closed) = (0, 0)
    let bytes = text.bytes
    var next = text.start
    while let start = bytes[next...].firstIndex(of: UInt8(ascii: "<")) {
      let isClosing = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
      let nameStart = start + (isClosing ? 2 : 1)
      let name = bytes[min(nameStart, bytes.count)...].prefix(12, while: isNameByte)
      next = nameStart + name.count
      guard next < bytes.count, tags.contains(String(decoding: name, as: UTF8.self).lowercased()),
        bytes[next] == UInt8(ascii: ">") || TextSample.isBlank(bytes[next])
          || bytes[next] == UInt8(ascii: "/")
      else {
        next = min(max(next, start + 1), bytes.count)
        continue
      }
      found.insert(String(decoding: name, as: UTF8.self).lowercased())
      count += 1
      closed += isClosing ? 1 : 0
    }
    // A text may speak of tags here and there.
    guard found.count >= least, closed > 0, count * 200 >= bytes.count else { return [] }
    // Markdown, mail and programs have tags, too; they show themselves by more.
    return [
      TypeFinding(
        .structure, "public.html", 0.6,
        "the HTML tags \(found.sorted().prefix(4).joined(separator: ", "))")
    ]
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
}

extension ArraySlice<UInt8> {
  /// The first bytes, `most` at most, for which `condition` holds.
  fileprivate func prefix(_ most: Int, while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    prefix(most).prefix(while: condition)
  }
}
