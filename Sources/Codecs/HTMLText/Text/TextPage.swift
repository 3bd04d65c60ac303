internal import ConverterCore
internal import Markup

/// Makes text of a page.
final class TextPage: PageEvents {
  var links = LinkList()
  var pictures = RemotePictures()

  let flow = TextFlow()
  /// The innermost table, unless another one was in it.
  var table: TableText?
  var frames: [Frame] = []
  var openLink: OpenLink?
  var lists: [OpenList] = []

  /// An element that is open, with what it hands on to those in it.
  struct Frame {
    var role = ElementRole.plain
    var isHidden = false
    /// Text alone may be hidden, and elements in it show theirs again.
    var isTiny = false
    var isInvisible = false
    var isPreserved = false

    var showsText: Bool { !isHidden && !isTiny && !isInvisible }
    var showsPictures: Bool { !isHidden && !isInvisible }
  }

  struct OpenList {
    /// The number of the next item; `nil` for bullets.
    var number: Int?
  }

  var depth: Int { frames.count }

  var frame: Frame { frames.last ?? Frame() }

  /// Where text goes.
  var current: TextFlow { table?.open == nil ? flow : table?.flow ?? flow }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    var frame = frame
    frame.role = ElementRole(name)
    note(attributes, isPicture: frame.role == .picture)
    apply(attributes, to: &frame)
    frames.append(frame)
    guard !frame.isHidden else { return }
    begin(frame, attributes)
  }

  func end(_ name: ElementName) throws(ConversionError) {
    guard let frame = frames.popLast(), !frame.isHidden else { return }
    finish(frame)
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard frame.showsText else { return }
    if table != nil, table?.open == nil {
      // Text beside the cells is put into one.
      guard bytes.contains(where: { !$0.isBlank }) else { return }
      table?.startCell()
    }
    current.append(bytes, isPreserved: frame.isPreserved)
    openLink?.note(bytes)
  }

  /// Writes what is still open where the page ends.
  func finish() {
    endLink()
    table?.write(to: flow)
    table = nil
  }

  /// What a browser would load counts even where it would not be seen.
  private func note(_ attributes: ElementAttributes, isPicture: Bool) {
    if isPicture, let source = attributes["src"] { pictures.add(source) }
    if let set = attributes["srcset"] { pictures.add(set: set) }
    if let address = attributes["background"] { pictures.add(address) }
    if let address = attributes["poster"] { pictures.add(address) }
    if let style = attributes["style"] { pictures.add(style: style) }
  }

  private func apply(_ attributes: ElementAttributes, to frame: inout Frame) {
    if frame.role == .hidden || attributes["hidden"] != nil { frame.isHidden = true }
    if frame.role == .preformatted { frame.isPreserved = true }
    // A table does not take over a size of text in pages without a document type (HTML, 15.3.8).
    if frame.role == .table { frame.isTiny = false }
    guard !frame.isHidden, let bytes = attributes["style"], !bytes.isEmpty else { return }
    let style = InlineStyle(bytes)
    if style.hides { frame.isHidden = true }
    if let isTiny = style.isTiny { frame.isTiny = isTiny }
    if let isInvisible = style.isInvisible { frame.isInvisible = isInvisible }
    if let isPreserved = style.isPreserved { frame.isPreserved = isPreserved }
  }
}
