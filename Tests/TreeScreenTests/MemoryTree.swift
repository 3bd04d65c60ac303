import ConverterCore
import TestSupport
import TreeModel
import TreeViewer

/// JSON in memory, as the content of a tree whose tokens nobody asks for.
struct TextTree: JSONTextContent {
  let text: InputFile?

  init(_ text: String) {
    self.text = InputFile(bytes: Array(text.utf8))
  }

  init(bytes: [UInt8]) {
    text = InputFile(bytes: bytes)
  }

  init(file: InputFile) {
    text = file
  }

  var byteCount: Int { text?.byteCount ?? 0 }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    throw ConversionError(.internalError, "the screen reads the text itself")
  }
}

/// A tree that is tokens and nothing else, maybe with an error behind them.
struct TokenTree: TreeContent {
  let batches: [[(Token.Kind, String)]]
  var failure: ConversionError?
  /// Whether the error comes with the last tokens, and not behind them.
  var failsWithLast = false
  let byteCount = 0

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    Source(self)
  }

  private final class Source: TokenSource {
    private var rest: ArraySlice<[(Token.Kind, String)]>
    private let failure: ConversionError?
    private let failsWithLast: Bool

    init(_ tree: TokenTree) {
      failsWithLast = tree.failsWithLast
      rest = tree.batches[...]
      failure = tree.failure
    }

    func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      guard let tokens = rest.popFirst() else {
        if let failure { throw failure }
        return false
      }
      for (kind, text) in tokens { batch.append(kind, Array(text.utf8)) }
      if failsWithLast, rest.isEmpty, let failure { throw failure }
      return true
    }
  }
}

/// A page that keeps what is written, and gives its screen away.
final class ScreenPage: Page {
  let isJSON: Bool
  let width: Int?
  let height: Int?
  let usesColour: Bool
  let screen: ScriptedScreen?
  private(set) var bytes: [UInt8] = []
  /// How many writes are read by anybody.
  var patience = Int.max

  init(
    isJSON: Bool = false, width: Int? = nil, height: Int? = nil, usesColour: Bool = false,
    screen: ScriptedScreen? = nil
  ) {
    self.isJSON = isJSON
    self.width = width
    self.height = height
    self.usesColour = usesColour
    self.screen = screen
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var mayTakeScreen: Bool { screen != nil }

  func takeScreen(
    _ body: (any Screen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    guard let screen else { throw ConversionError(.writeFailed, "no screen") }
    try body(screen)
  }

  func write(_ lines: [UInt8]) -> Bool {
    bytes += lines
    patience -= 1
    return patience > 0
  }
}

extension ConversionContext {
  static func test(_ change: (inout Limits) -> Void = { _ in }) -> ConversionContext {
    var limits = Limits()
    change(&limits)
    return ConversionContext(registry: Registry(), limits: limits)
  }
}

/// Shows a text on a screen with keys from a script.
@discardableResult
func run(
  _ text: String, isSequence: Bool = false, columns: Int = 60, rows: Int = 8,
  usesColour: Bool = false, _ script: [ScriptedScreen.Step]
) throws -> ScriptedScreen {
  try run(
    TextTree(text), isSequence: isSequence, columns: columns, rows: rows, usesColour: usesColour,
    script)
}

@discardableResult
func run(
  _ content: any TreeContent, isSequence: Bool = false, columns: Int = 60, rows: Int = 8,
  usesColour: Bool = false, _ script: [ScriptedScreen.Step]
) throws -> ScriptedScreen {
  let screen = ScriptedScreen(columns: columns, rows: rows, settled + script)
  let page = ScreenPage(width: columns, usesColour: usesColour, screen: screen)
  let tree = Tree(isSequence: isSequence, content: content)
  _ = try TreeViewer().show(tree, on: page, in: .test())
  return screen
}

/// Waits until a search is over; a script that ends would end it.
var searched: ScriptedScreen.Step {
  .until("the search", { lines in !(lines.last ?? "").contains("searching") })
}

/// Waits until the index is made, so that pictures do not depend on threads.
var settled: [ScriptedScreen.Step] {
  [.until("the index", { lines in !(lines.last ?? "").contains("reading") })]
}
