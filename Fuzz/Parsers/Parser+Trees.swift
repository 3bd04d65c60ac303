import ConverterCore
import MarkdownPlugin
import TableModel
import TreeModel
import TreeViewer

extension Parser {
  /// A text on the screen, with keys of all kinds.
  static let treeScreen = Parser(name: "tree-screen") { bytes in
    struct Content: JSONTextContent {
      let text: InputFile?
      var byteCount: Int { text?.byteCount ?? 0 }
      func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
        throw ConversionError(.internalError, "the screen reads the text itself")
      }
    }
    let content = Content(text: InputFile(bytes: bytes))
    for isSequence in [false, true] {
      _ = try? TreeViewer().show(
        Tree(isSequence: isSequence, content: content), on: KeyedPage(),
        in: ConversionContext(registry: Registry()))
    }
  }

  /// All tables of a file, and what is written of them.
  static let markdown = Parser(name: "markdown") { bytes in
    let context = ConversionContext(registry: Registry())
    let type: ContentType.ID = "net.daringfireball.markdown"
    guard
      let table = try? MarkdownReader().read(
        InputFile(bytes: bytes), type: type, in: ReadingContext(context)),
      let output = try? OutputFile(.memory),
      let options = try? MarkdownWriter.Options(ConversionOptions())
    else { return }
    try? MarkdownWriter().write(
      table, as: type, to: output, options: options, in: WritingContext(context))
    guard
      let again = try? MarkdownReader().read(
        InputFile(bytes: output.bytes), type: type, in: ReadingContext(context))
    else { preconditionFailure("a table that is written is a table") }
    precondition(again.rowCount == table.rowCount, "a row is lost")
  }
}

/// A page whose screen has a user that tries every key.
private final class KeyedPage: Page, Screen {
  let isJSON = false
  let width: Int? = 40
  let usesColour = true
  let mayTakeScreen = true
  let size = ScreenSize(columns: 40, rows: 8)
  private var keys = Array("/k\rjjJKl h0j1Gkkb2E\\e\rnNvqypuHGgfvqq".unicodeScalars)[...]

  func takeScreen(
    _ body: (any Screen) throws(ConversionError) -> Void
  ) throws(ConversionError) { try body(self) }

  func write(_ lines: [UInt8]) -> Bool { true }
  func draw(_ lines: [[UInt8]]) {}
  func copy(_ text: [UInt8]) {}

  func nextEvent(timeout: Int?) -> ScreenEvent {
    guard let key = keys.popFirst() else { return .end }
    return key == "\r" ? .key(.enter) : .character(key)
  }
}
