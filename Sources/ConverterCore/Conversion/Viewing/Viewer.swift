/// Shows a model to people and to scripts.
public protocol Viewer<Model>: Sendable {
  associatedtype Model: ConverterCore.Model

  /// The key of the facts in `fairy info --json`: `picture`.
  var key: String { get }

  /// What is known of the model: at once, or by going over its content once, such as a count.
  func facts(of model: Model, in context: ConversionContext) throws(ConversionError) -> [Fact]

  /// Shows the content on `page`, where there is more to show than the facts.
  ///
  /// - Returns: whether that is all there is to show; otherwise the facts follow below.
  func show(
    _ model: Model, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool
}

extension Viewer {
  public func show(
    _ model: Model, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool { false }
}

/// Where a viewer shows content: a terminal, a pipe.
public protocol Page: AnyObject {
  /// Whether it is for scripts: JSON, one value a line.
  var isJSON: Bool { get }
  /// Columns, where people look at it on a terminal; `nil` where lines may have any length.
  var width: Int? { get }
  /// Rows of that terminal: what is longer is better shown by taking the screen.
  var height: Int? { get }
  /// Whether words may be coloured (ECMA-48).
  var usesColour: Bool { get }
  /// How pictures can be drawn; `nil` where they cannot, or are not wanted.
  var graphics: TerminalGraphics? { get }
  /// Which part is to be shown.
  var groups: OptionGroups { get }
  /// What is shown, for people: the file's name.
  var title: String? { get }
  /// Whether a viewer may take the whole terminal and receive keys.
  var mayTakeScreen: Bool { get }

  /// Takes the whole terminal for as long as `body` runs.
  ///
  /// - Throws: `writeFailed` where there is no terminal to take; what `body` throws.
  func takeScreen(_ body: (any Screen) throws(ConversionError) -> Void) throws(ConversionError)

  /// Leaves out what the page would say above the content, for content that a program may read.
  func omitTitle()

  /// Adds bytes: whole lines, each with its line feed.
  ///
  /// - Returns: whether anybody still reads.
  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool
}

extension Page {
  public var height: Int? { nil }
  public var graphics: TerminalGraphics? { nil }
  public var groups: OptionGroups { OptionGroups() }
  public var title: String? { nil }
  public var mayTakeScreen: Bool { false }

  public func omitTitle() {}

  public func takeScreen(
    _ body: (any Screen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.writeFailed, "there is no terminal to show it on")
  }
}

/// One thing known about a file.
public struct Fact: Sendable {
  /// The key in JSON output; `nil` for a fact that is only for people.
  public let key: String?
  /// The label for people: "Colour profile"; `nil` for a fact that is only for scripts.
  public let label: String?
  /// The words for people.
  public let text: String
  /// The value for scripts.
  public let json: JSONValue

  public init(_ key: String?, _ label: String?, _ text: String, json: JSONValue) {
    self.key = key
    self.label = label
    self.text = text
    self.json = json
  }
}
