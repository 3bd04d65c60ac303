import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Scanning
import TerminalPictures

/// The pages of a file as they are looked at: what a scan makes of each picture, or a page as it is, with its words.
struct SeenPages: Model {
  struct Capabilities: Sendable {}

  static let name = "SeenPages"

  /// The number of each page in its file, from 1.
  let numbers: [Int]
  private let open: (Int) throws(ConversionError) -> any SeenPage

  var magnitude: Magnitude { Magnitude(numbers.count, "pages") }

  /// - Parameter open: gives a page by its place among `numbers`.
  init(numbers: [Int], open: @escaping (Int) throws(ConversionError) -> any SeenPage) {
    (self.numbers, self.open) = (numbers, open)
  }

  func page(_ index: Int) throws(ConversionError) -> any SeenPage { try open(index) }
}

/// One page as it is looked at.
protocol SeenPage {
  /// What is known before its words are.
  var facts: [Fact] { get }

  /// The picture on a terminal, with outlines of the paper; `nil` where there is none or no room for it.
  func drawn(
    on graphics: TerminalGraphics, rows: Int, in context: ConversionContext
  ) throws(ConversionError) -> DrawnPicture?

  /// What scripts are told of each page that it becomes, with that page's words.
  ///
  /// - Parameter words: as ``words(in:)`` gives them; none where they are not known.
  func receipts(_ words: [SeenWords]) -> [JSONValue]

  /// The words of each page that it becomes.
  func words(in context: ConversionContext) throws(ConversionError) -> [SeenWords]
}

/// The words of one page.
struct SeenWords {
  /// Which page of an open book they are on.
  var half: ScannedPage.Half?
  var page: RecognizedPage
}

/// Photos of pages as a scan sees them; what is set for scans applies.
struct PicturesAsSeen: Bridge {
  let takes: Set<ConversionOptions.Name> = [.pages]
  let descriptors: [OptionDescriptor] =
    ScanSettings.descriptors.dropFirst() + RecognitionOptions.descriptors

  func cross(
    _ model: Picture, in context: ConversionContext
  ) throws(ConversionError) -> SeenPages {
    var options = ConversionOptions()
    options.settings = context.reading.settings
    let settings = try ScanSettings(options)
    let parts = model.facts.animation == nil ? model.parts : []
    let count = max(1, parts.count)
    let chosen = try context.reading.pages?.indices(of: count) ?? Array(0..<count)
    return SeenPages(numbers: chosen.map { $0 + 1 }) { index throws(ConversionError) in
      var picture = parts.isEmpty ? model : try parts[chosen[index]].open()
      picture.parts = []
      return try SeenPhoto(picture, settings, in: context)
    }
  }
}

/// Pages of a document, which a scan leaves as they are.
struct DocumentsAsSeen: Bridge {
  let takes: Set<ConversionOptions.Name> = [.pages]
  let descriptors: [OptionDescriptor] =
    ScanSettings.descriptors.dropFirst() + RecognitionOptions.descriptors
    + PageTransform().descriptors

  func cross(
    _ model: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> SeenPages {
    for descriptor in ScanSettings.descriptors.dropFirst()
    where context.reading.settings[descriptor.key] != nil {
      context.noteUnused(descriptor, why: "pages of a document stay as they are")
    }
    let document = try PageTransform().apply(to: model, in: context)
    // It chooses and turns pages, too.
    let words = SharedWords(of: model, in: context)
    return SeenPages(numbers: document.pages.map { $0.index + 1 }) { index in
      DocumentAsSeen(document: document, index: index, words: words)
    }
  }
}
