public import ConverterCore

/// Which pages of a document, or of a picture with several, are meant.
public struct PageSelection: ConversionOptionGroup {
  /// The pages in the order in which they are wanted; all, where it is `nil`.
  public var pages: PageRanges?

  public init() {}

  public static let name = "page selection"
  public static let place = OptionPlace.parts
  public var changesContent: Bool { pages != nil }
  public var choosesOrder: Bool { pages != nil }

  public static let options: [GroupOption<Self>] = [
    GroupOption(.pages) { value, selection throws(ConversionError) in
      selection.pages = try PageRanges(parsing: value.text(of: "pages"))
    } value: {
      $0.pages.map { .string($0.text) }
    }
  ]
}

extension PageSelection {
  public static let section = "Documents"

  public static let flags: [OptionFlag] = [
    OptionFlag(
      "pages", .text, valueName: "ranges",
      help:
        "Pages in the order wanted: 1-3,7,z-5,:odd; z is the last, r2 the last but one, x4 leaves 4 out."
    ) { text, options throws(ConversionError) in
      options.pages = try PageRanges(parsing: text)
    }
  ]
}

extension ConversionOptions.Name {
  public static let pages = Self("pages", use: "documents and pictures of several pages")
}

extension ConversionOptions {
  /// Which pages of a document are meant, and in which order; all, where it is `nil`.
  public var pages: PageRanges? {
    get { self[PageSelection.self].pages }
    set { self[PageSelection.self].pages = newValue }
  }
}

extension ReadingOptions {
  /// Which pages of a document are meant, for what crosses from pages to another model.
  public var pages: PageRanges? {
    get { self[PageSelection.self].pages }
    set { self[PageSelection.self].pages = newValue }
  }
}
