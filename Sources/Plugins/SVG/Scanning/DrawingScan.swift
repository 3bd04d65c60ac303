import ConverterCore

/// What a drawing's text says before librsvg gets it: what would make it draw for ever, and what it refers to outside
/// itself.
///
/// It does not judge whether the text is well-formed: librsvg does.
struct DrawingScan {
  /// Files and addresses that it refers to, which nobody loads: as they are written, each once.
  private(set) var outside: [String] = []
  /// What it says of its size.
  private(set) var lengths = RootLengths()

  /// librsvg's own limit, which it finds out with gigabytes of memory.
  static let mostElements = 1_000_000
  /// Copies of `use` of which each element of a drawing could have some; librsvg gives up at half a million after
  /// seconds.
  static let mostCopies = 10_000_000
  /// What entities may expand to.
  static let mostExpanded = 10_000_000

  private let bytes: [UInt8]
  private var offset = 0
  private var elementCount = 0
  /// Where the last style sheet ends.
  private var styleEnd = 0
  private var entities: EntityTable
  private var copies = CopyGraph()
  /// Elements that are open within a `text`, and it; the bytes of its text so far.
  private var textElement = (depth: 0, byteCount: 0)
  /// What it takes to draw it, beside its shapes.
  private(set) var work = DrawingWork()

  /// Elements whose reference is to what is drawn.
  private static let drawing: Set<String> = ["image", "feImage", "use", "include", "tref"]

  /// - Parameter text: in UTF-8, or another encoding that has ASCII in it.
  /// - Throws: `damagedInput` for entities and copies without end, `limitExceeded` for too many elements.
  init(_ text: [UInt8], in context: ConversionContext) throws(ConversionError) {
    bytes = text
    entities = EntityTable(of: text)
    while let start = bytes[offset...].firstIndex(where: { $0 == 0x3C || $0 == 0x26 }) {
      if textElement.depth > 0 { textElement.byteCount += start - offset }
      offset = start
      if bytes[start] == 0x26 {
        offset = try entities.use(at: start, most: Self.mostExpanded)
      } else if bytes.has("<!--", at: start) {
        offset = bytes.end(of: "-->", from: start + 4)
      } else if bytes.has("<![CDATA[", at: start) {
        offset = bytes.end(of: "]]>", from: start + 9)
      } else if bytes.has("<?", at: start) {
        passInstruction()
      } else if bytes.has("<!DOCTYPE", at: start) {
        offset = try entities.read(from: start)
      } else {
        try passTag()
        if elementCount % 65536 == 0 { try context.checkpoint() }
      }
    }
    try copies.check(most: Self.mostCopies)
    work = copies.work
  }

  private mutating func passInstruction() {
    let start = offset
    offset = bytes.end(of: "?>", from: start + 2)
    guard bytes.has("<?xml-stylesheet", at: start) else { return }
    for (name, value) in bytes[start..<offset].attributes where name == "href" {
      note(value)
    }
  }

  private mutating func passTag() throws(ConversionError) {
    let start = offset + 1
    var (end, quote): (Int, UInt8?) = (start, nil)
    while end < bytes.count, quote != nil || bytes[end] != 0x3E {
      let byte = bytes[end]
      if let opened = quote {
        if byte == opened { quote = nil }
        if byte == 0x26 { _ = try entities.use(at: end, most: Self.mostExpanded) }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      }
      end += 1
    }
    offset = min(bytes.count, end + 1)
    guard start < end, bytes[start] != 0x21 else { return }
    if bytes[start] == 0x2F { return close() }
    elementCount += 1
    guard elementCount <= Self.mostElements else {
      throw ConversionError.exceeding(
        .init(fixed: "elements", needed: elementCount, allowed: Self.mostElements),
        "has more than \(Self.mostElements) elements, which librsvg does not draw")
    }
    let whole = bytes[start..<end]
    let name = String(decoding: whole.prefix { $0 > 0x20 && $0 != 0x2F }, as: UTF8.self)
    let local = name.split(separator: ":").last.map(String.init) ?? name
    let attributes = whole.attributes
    try Limits.check(attributes: attributes.count)
    if elementCount == 1 { lengths = RootLengths(attributes) }
    open(local, attributes, isEmpty: whole.last == 0x2F)
  }

  private mutating func open(
    _ name: String, _ attributes: [(name: String, value: ArraySlice<UInt8>)], isEmpty: Bool
  ) {
    var id: ArraySlice<UInt8>?
    var references = CopyGraph.References()
    for (key, value) in attributes {
      switch key {
      case "id", "xml:id": id = value
      case "href", "xlink:href":
        if value.first == 0x23 {
          switch name {
          case "use", "feImage": references.copies.append(value.dropFirst())
          case "pattern": references.paints.append(value.dropFirst())
          default: break
          }
        } else if Self.drawing.contains(name) {
          note(value)
        }
      default: references.paints += noteURLs(in: value)
      }
    }
    copies.open(CopyGraph.Role(ofElement: name), id: id, references)
    copies.add(DrawingWork(ofElement: name, attributes))
    if textElement.depth > 0 || name == "text" { textElement.depth += 1 }
    if isEmpty { close() }
    // What stands in one that does not end is looked through once.
    if name == "style", !isEmpty, offset >= styleEnd {
      let rest = bytes[offset...]
      styleEnd = rest.indices.first { bytes.has("</", at: $0) } ?? bytes.count
      copies.paint(with: noteURLs(in: bytes[offset..<styleEnd]))
    }
  }

  private mutating func close() {
    if textElement.depth == 1 {
      copies.add(DrawingWork(ofText: textElement.byteCount))
      textElement.byteCount = 0
    }
    textElement.depth = max(0, textElement.depth - 1)
    copies.close()
  }

  /// `url(…)` and `@import "…"` of style sheets.
  ///
  /// - Returns: the names in the file itself that they refer to.
  private mutating func noteURLs(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var names: [ArraySlice<UInt8>] = []
    var index = text.startIndex
    while index < text.endIndex {
      let isImport = text[index] == 0x40 && bytes.has("@import", at: index)
      guard isImport || text[index] == 0x75 && bytes.has("url(", at: index) else {
        index += 1
        continue
      }
      index += isImport ? 7 : 4
      let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x22, 0x27]
      while index < text.endIndex, blanks.contains(text[index]) { index += 1 }
      guard index < text.endIndex, !bytes.has("url(", at: index) else { continue }
      let value = text[index...].prefix { !blanks.contains($0) && $0 != 0x29 && $0 != 0x3B }
      index = value.endIndex
      if value.first == 0x23 { names.append(value.dropFirst()) } else { note(value) }
    }
    return names
  }

  private mutating func note(_ reference: ArraySlice<UInt8>) {
    let isData = reference.starts(with: Array("data:".utf8))
    guard !reference.isEmpty, !isData, reference.first != 0x23, outside.count < 1000 else { return }
    let words = String(decoding: reference.prefix(200), as: UTF8.self).printable
    if !outside.contains(words) { outside.append(words) }
  }
}
