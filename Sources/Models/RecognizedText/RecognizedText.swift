public import ConverterCore

/// Words and where they stand on pages: what is recognised in pictures, or stands in a document as text.
///
/// A page is read when it is asked for, once.
public struct RecognizedText: Model {
  public static let name = "RecognizedText"

  /// What a format of words can hold.
  public struct Capabilities: Sendable {
    /// Whether it says where words stand.
    public var places: Bool
    /// Whether it says how sure they are.
    public var confidences: Bool

    public init(places: Bool, confidences: Bool) {
      (self.places, self.confidences) = (places, confidences)
    }
  }

  /// How many pages there are.
  public let pageCount: Int
  private let read: (Int) throws(ConversionError) -> RecognizedPage

  public var magnitude: Magnitude { Magnitude(pageCount, "pages") }

  /// - Parameters:
  ///   - pageCount: how many pages there are.
  ///   - read: gives a page, from 0 on; it is called for each page in order, once.
  public init(
    pageCount: Int, read: @escaping (Int) throws(ConversionError) -> RecognizedPage
  ) {
    (self.pageCount, self.read) = (pageCount, read)
  }

  /// Pages that are known already.
  public init(_ pages: [RecognizedPage]) {
    self.init(pageCount: pages.count) { pages[$0] }
  }

  /// - Parameter index: from 0.
  public func page(_ index: Int) throws(ConversionError) -> RecognizedPage { try read(index) }
}

/// The words of a page.
public struct RecognizedPage: Sendable, Equatable {
  /// In pixels of the picture that places refer to.
  public var width: Int
  public var height: Int
  /// Pixels an inch of that picture.
  public var dpi: Double
  /// By how many degrees the picture was turned clockwise to be read: 0, 90, 180 or 270. Sizes and places are those in
  /// the picture so turned.
  public var rotation = 0
  /// The corners of the page in pixels of the picture that it was found in, where places refer to the page alone: x and
  /// y of each, clockwise from the one that is top left as the page is read. Empty where places refer to the picture.
  public var corners: [Double] = []
  /// In the order in which they are read.
  public var blocks: [Block]

  public init(width: Int, height: Int, dpi: Double, blocks: [Block] = []) {
    (self.width, self.height, self.dpi, self.blocks) = (width, height, dpi, blocks)
  }

  /// A part of a page, such as a column.
  public struct Block: Sendable, Equatable {
    public var paragraphs: [Paragraph]

    public init(_ paragraphs: [Paragraph] = []) { self.paragraphs = paragraphs }

    public var box: Box { Box(around: paragraphs.map(\.box)) }
  }

  public struct Paragraph: Sendable, Equatable {
    public var lines: [Line]

    public init(_ lines: [Line] = []) { self.lines = lines }

    public var box: Box { Box(around: lines.map(\.box)) }
  }

  public struct Line: Sendable, Equatable {
    public var words: [Word]
    public var box: Box
    /// What letters stand on, from its left end to its right one.
    public var baseline: Baseline

    public init(_ words: [Word] = [], box: Box, baseline: Baseline) {
      (self.words, self.box, self.baseline) = (words, box, baseline)
    }

    /// Its words with spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    public var direction: Direction {
      let fromRight = words.count { $0.direction == .rightToLeft }
      return 2 * fromRight > words.count ? .rightToLeft : .leftToRight
    }
  }

  /// A straight line under letters, in pixels.
  public struct Baseline: Sendable, Equatable {
    public var x1: Double
    public var y1: Double
    public var x2: Double
    public var y2: Double

    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
      (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    /// How much it falls for a pixel to the right.
    public var slope: Double { x2 == x1 ? 0 : (y2 - y1) / (x2 - x1) }
  }

  /// Letters between spaces.
  public struct Word: Sendable, Equatable {
    /// In the order in which they are read aloud, whatever the direction.
    public var text: String
    public var box: Box
    /// How sure it is, 0…1; `nil` where it was not guessed.
    public var confidence: Double?
    /// As the engine names it, "eng"; `nil` where it does not.
    public var language: String?
    public var direction: Direction

    public init(
      _ text: String, box: Box, confidence: Double? = nil, language: String? = nil,
      direction: Direction = .leftToRight
    ) {
      (self.text, self.box, self.confidence) = (text, box, confidence)
      (self.language, self.direction) = (language, direction)
    }
  }

  public enum Direction: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// A part of the page in pixels; right and bottom are the first ones beyond it.
  public struct Box: Sendable, Equatable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    public init(left: Int, top: Int, right: Int, bottom: Int) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// The smallest box around others; empty around none.
    public init(around boxes: [Box]) {
      self.init(
        left: boxes.map(\.left).min() ?? 0, top: boxes.map(\.top).min() ?? 0,
        right: boxes.map(\.right).max() ?? 0, bottom: boxes.map(\.bottom).max() ?? 0)
    }

    public var width: Int { right - left }
    public var height: Int { bottom - top }
  }
}

extension RecognizedPage {
  public var lines: [Line] { blocks.flatMap(\.paragraphs).flatMap(\.lines) }
  public var words: [Word] { lines.flatMap(\.words) }

  /// The language of most letters, as the engine names it; `nil` where none is known.
  public var language: String? {
    var letters: [String: Int] = [:]
    for word in words {
      if let language = word.language { letters[language, default: 0] += word.text.count }
    }
    return letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The mean of the words' confidences, each weighed by its length; `nil` where none is known.
  public var confidence: Double? {
    let known = words.filter { $0.confidence != nil && !$0.text.isEmpty }
    let length = known.reduce(0) { $0 + $1.text.count }
    guard length > 0 else { return nil }
    return known.reduce(0) { $0 + ($1.confidence ?? 0) * Double($1.text.count) } / Double(length)
  }
}
