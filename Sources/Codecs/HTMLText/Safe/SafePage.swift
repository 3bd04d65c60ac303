internal import ConverterCore
internal import Markup

/// Makes harmless HTML of a page.
final class SafePage: PageEvents {
  var pictures = RemotePictures()
  private(set) var markup = ""

  private let limits: Limits
  private let picture: (String) -> String?
  private var frames: [Frame] = []
  private var hidden = 0
  /// The link whose text is at hand.
  private var openLink: OpenLink?

  private struct Frame {
    /// The name of the element in what is written; `nil` for one that is not.
    var name: StaticString?
    var isHidden = false
    var isLink = false
    /// Whether no reader sees its text, so that it says nothing of where a link leads.
    var isUnseen = false
  }

  /// - Parameter picture: see ``SafeHTML``.
  init(_ limits: Limits, _ picture: @escaping (String) -> String?) {
    (self.limits, self.picture) = (limits, picture)
  }

  var depth: Int { frames.count }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    note(attributes)
    var frame = Frame()
    if hidden > 0 || SafeElements.isHidden(name) {
      frame.isHidden = true
      hidden += 1
    } else if name == "img" {
      try show(attributes)
    } else if name == "x-a" {
      // There are no links within links: the later one counts.
      if let outer = frames.lastIndex(where: { $0.isLink }) {
        frames[outer] = Frame()
        endLink()
      }
      frame = Frame(name: "a", isLink: true)
      openLink = attributes["href"].map { OpenLink(LinkTarget($0)) }
      markup += "<a" + SafeAttributes.text(of: attributes) + SafeAttributes.link(attributes) + ">"
    } else if let written = SafeElements.written(name) {
      frame.name = SafeElements.isVoid(written) ? nil : written
      markup += "<\(written)" + SafeAttributes.text(of: attributes) + ">"
      // Browsers leave out a line end here, which may be one that counts.
      if name == "pre" { markup += "\n" }
    }
    frame.isUnseen = openLink != nil && isUnseen(attributes)
    frames.append(frame)
    try limits.check(.output, markup.utf8.count, for: "the safe page")
  }

  func end(_ name: ElementName) throws(ConversionError) {
    guard let frame = frames.popLast() else { return }
    if frame.isHidden { hidden -= 1 }
    if frame.isLink { return endLink() }
    if let written = frame.name { markup += "</\(written)>" }
  }

  /// Closes a link; where it leads elsewhere than its text says, that follows.
  private func endLink() {
    markup += "</a>"
    guard let link = openLink else { return }
    openLink = nil
    guard let claim = LinkList.claim(of: link.text, for: link.target) else { return }
    markup += " [\(MarkupText.escaped(claim))]"
  }

  private func isUnseen(_ attributes: ElementAttributes) -> Bool {
    if let frame = frames.last, frame.isUnseen { return true }
    guard let bytes = attributes["style"] else { return false }
    let style = InlineStyle(bytes)
    return style.hides || style.isTiny ?? false || style.isInvisible ?? false
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard hidden == 0 else { return }
    if frames.last?.isUnseen != true { openLink?.note(bytes) }
    markup += MarkupText.escaped(String(decoding: bytes))
  }

  private func note(_ attributes: ElementAttributes) {
    if let address = attributes["background"] { pictures.add(address) }
    if let set = attributes["srcset"] { pictures.add(set: set) }
    if let address = attributes["poster"] { pictures.add(address) }
    if let style = attributes["style"] { pictures.add(style: style) }
  }

  private func show(_ attributes: ElementAttributes) throws(ConversionError) {
    let source = attributes["src"].map { LinkTarget($0) }
    if let source { pictures.add(source.text.utf8) }
    var words = attributes.text("alt") ?? ""
    var place = ""
    switch source?.kind {
    case .web:
      let address = source?.text ?? ""
      let mark = "[remote picture: \(HostName.of(address) ?? "?")]"
      words = words.isEmpty ? mark : "\(mark) \(words)"
      place = " data-remote-src=\"\(MarkupText.escaped(address, isAttribute: true))\""
    case .contentID:
      let id = source.map(RemotePictures.contentID) ?? ""
      let data = picture(id).flatMap { SafeAttributes.isPicture($0) ? $0 : nil }
      if let data {
        place = " src=\"\(MarkupText.escaped(data, isAttribute: true))\""
      } else {
        words = "[picture: \(words.isEmpty ? id : words)]"
      }
    case .data:
      if let data = source?.text, SafeAttributes.isPicture(data) {
        place = " src=\"\(MarkupText.escaped(data, isAttribute: true))\""
      }
    default: break
    }
    markup += "<img" + SafeAttributes.text(of: attributes) + place
    markup += " alt=\"\(MarkupText.escaped(words, isAttribute: true))\">"
  }
}
