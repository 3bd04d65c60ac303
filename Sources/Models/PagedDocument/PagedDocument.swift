public import ConverterCore
public import PictureModel

/// Pages of a fixed size, one after the other: a PDF, pictures on their way into one.
///
/// It is a list of pages, each of which knows its source, so that choosing, reordering, turning and joining
/// pages costs nothing before a writer takes them.
public struct PagedDocument: Model, RequirableModel {
  /// What a format of pages can hold.
  public struct Capabilities: Sendable {
    public init() {}
  }

  public static let name = "PagedDocument"
  public static let requirements: [String: [LedgerEntry]] = [
    "pixels": Picture.requirements["pixels", default: []] + [
      LedgerEntry("pictures", .changed), LedgerEntry("text", .dropped),
    ]
  ]

  /// The pages in order.
  public var pages: [DocumentPage]
  /// The files that the pages come from, in the order in which they were joined; one, unless it was merged.
  public var sources: [DocumentSource]

  public init(pages: [DocumentPage], sources: [DocumentSource]) {
    self.pages = pages
    self.sources = sources
  }

  public var magnitude: Magnitude { Magnitude(pages.count, "pages") }
}

/// A file that pages come from.
public struct DocumentSource {
  /// For people, such as a heading of the outline of a merged document: the file's name without extension.
  public var title: String?
  public var content: Content
  /// How many pages the file says it has, where some of them cannot be read; `nil` where all can.
  public var countWithLostPages: Int?
  /// Which of several inputs it comes from, from 0; `nil` where there is one alone.
  public var input: Int?
  /// Whether it is a further page of the file that the source before it comes from, such as a TIFF of several.
  public var isContinuation = false

  public enum Content {
    /// A document whose format only its own plugin understands, by its class.
    case document(any DocumentContent)
    /// A picture, which is one page.
    case picture(Picture)
  }

  public init(title: String?, content: Content) {
    self.title = title
    self.content = content
  }

  /// - Parameters:
  ///   - name: of the file; its extension does not become part of the title.
  ///   - content: where its pages come from.
  public init(fileNamed name: String?, content: Content) {
    let stem = name.map { name in
      name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }
    self.init(title: stem, content: content)
  }
}

/// A page of a document: one of a source's pages, perhaps turned or cut.
public struct DocumentPage: Sendable, Equatable {
  /// The index of the source in ``PagedDocument/sources``.
  public var source: Int
  /// The index of the page in its source, from 0.
  public var index: Int
  /// How it is shown, turned as the source says.
  public var size: PageSize
  /// By how many degrees it is turned beyond what the source says, clockwise: 0, 90, 180, 270.
  public var rotation = 0
  /// The part of it to be seen, in points from its lower left corner as shown; all, where it is `nil`.
  public var crop: PageBox?

  public init(source: Int, index: Int, size: PageSize) {
    self.source = source
    self.index = index
    self.size = size
  }
}

/// In points, of which 72 make an inch (25.4 mm).
public struct PageSize: Sendable, Equatable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A part of a page, in points.
public struct PageBox: Sendable, Equatable {
  public var left: Double
  public var bottom: Double
  public var width: Double
  public var height: Double

  public init(left: Double, bottom: Double, width: Double, height: Double) {
    self.left = left
    self.bottom = bottom
    self.width = width
    self.height = height
  }

  /// `left,bottom,width,height`; `nil` for what is no box.
  public init?(parsing words: String) {
    let numbers = words.split(separator: ",").map { Double($0) }
    let known = numbers.compactMap(\.self).filter { abs($0) < 1e6 }
    guard numbers.count == 4, known.count == 4, known[2] > 0, known[3] > 0 else { return nil }
    self.init(left: known[0], bottom: known[1], width: known[2], height: known[3])
  }
}

/// What the plugin of a format of documents keeps of an open file.
public protocol DocumentContent: AnyObject {
  /// What is known of it, for people and scripts.
  func facts(in context: ConversionContext) throws(ConversionError) -> DocumentFacts

  /// A page as a picture, to be looked at.
  ///
  /// - Parameters:
  ///   - page: of this file.
  ///   - width: the most pixels in a row that are worth having.
  ///   - height: the most rows.
  ///   - context: its limits apply to the picture.
  /// - Returns: `nil` where the format has no way to render its pages.
  func picture(
    of page: DocumentPage, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture?

  /// The words of pages that follow each other, and where they stand.
  ///
  /// - Parameters:
  ///   - pages: of this file, at least one, as the file shows them.
  ///   - context: of the view that asks.
  /// - Returns: as many; `nil` where the format knows no words.
  /// - Throws: `unsupportedContent` where the author does not allow text to be taken.
  func words(
    of pages: [DocumentPage], in context: ConversionContext
  ) throws(ConversionError) -> [PageWords]?
}

/// What is known of a document.
public struct DocumentFacts: Sendable {
  public var format: String
  public var title: String?
  public var author: String?
  public var producer: String?
  public var outline: [OutlineItem] = []
  /// More, in the order in which it is shown.
  public var details: [Fact] = []

  public init(format: String) { self.format = format }
}

/// A heading that leads to a page.
public struct OutlineItem: Sendable, Equatable {
  public var title: String
  /// From 0; `nil` where it leads nowhere in the document.
  public var page: Int?
  public var children: [OutlineItem]

  public init(title: String, page: Int?, children: [OutlineItem] = []) {
    self.title = title
    self.page = page
    self.children = children
  }
}
