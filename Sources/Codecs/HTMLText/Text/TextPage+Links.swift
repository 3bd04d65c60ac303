internal import ConverterCore
internal import Markup

/// A link whose text is at hand.
struct OpenLink {
  let target: LinkTarget
  /// Where it began, to know whether anything was shown for it.
  let flow: TextFlow
  let start: Int
  private var bytes: [UInt8] = []
  var hasPicture = false

  private static let longest = 512

  init(_ target: LinkTarget, in flow: TextFlow = TextFlow()) {
    (self.target, self.flow) = (target, flow)
    start = flow.bytes.count
  }

  mutating func note(_ text: Span<UInt8>) {
    bytes.append(text.prefix(Self.longest - bytes.count))
  }

  /// With single blanks, and without what is not shown.
  var text: String {
    let shown = TextFlow()
    shown.append(bytes.span, isPreserved: false)
    return String(decoding: shown.bytes, as: UTF8.self)
  }
}

extension TextPage {
  func beginLink(_ attributes: ElementAttributes) {
    // There are no links within links.
    endLink()
    guard let href = attributes["href"] else { return }
    openLink = OpenLink(LinkTarget(href), in: current)
  }

  /// Puts the number of a link behind its text.
  func endLink() {
    guard let link = openLink else { return }
    openLink = nil
    let text = link.text
    guard !text.isEmpty || link.hasPicture, let mark = mark(of: link.target, shownAs: text) else {
      return
    }
    // A picture without words has nothing that the number could stand behind.
    if link.flow === current, link.start == current.bytes.count {
      current.append("[picture] \(mark)")
    } else {
      current.attach(mark)
    }
  }

  private func mark(of target: LinkTarget, shownAs text: String) -> String? {
    switch target.kind {
    case .here: return nil
    case .blocked, .data: return "[blocked: \(target.scheme):]"
    case .web, .relative, .contentID, .harmless:
      guard !LinkList.isPlain(text, target) else { return nil }
      return links.number(of: target, shownAs: text).map { "[\($0)]" }
    }
  }

  func show(picture attributes: ElementAttributes, in frame: Frame) {
    guard frame.showsPictures else { return }
    openLink?.hasPicture = true
    let source = attributes["src"].map { LinkTarget($0.prefix(LinkTarget.longest)) }
    let words = Self.words(attributes["alt"])
    if let source, source.kind == .contentID {
      let name = words.isEmpty ? RemotePictures.contentID(of: source) : words
      show(mark: name.isEmpty ? "[picture]" : "[picture: \(name)]")
    } else if !words.isEmpty {
      show(mark: "[\(words)]")
    }
  }

  func show(field attributes: ElementAttributes, in frame: Frame) {
    guard frame.showsText, let type = attributes.text("type")?.lowercased() else { return }
    if type == "image" {
      if let source = attributes["src"] { pictures.add(source) }
      show(picture: attributes, in: frame)
    } else if ["button", "submit", "reset"].contains(type) {
      let words = Self.words(attributes["value"])
      if !words.isEmpty { show(mark: "[\(words)]") }
    }
  }

  private func show(mark: String) {
    if table != nil, table?.open == nil { table?.startCell() }
    current.append(mark)
  }

  /// The words of an attribute, in one line.
  private static func words(_ value: Span<UInt8>?) -> String {
    guard let value else { return "" }
    let flow = TextFlow()
    flow.append(value.prefix(2000), isPreserved: false)
    return String(decoding: flow.bytes.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }
}
