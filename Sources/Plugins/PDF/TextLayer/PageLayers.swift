import ConverterCore
import PDFObjects
import PagedDocumentModel
import RecognizedTextModel
import Synchronization

/// Text layers for pages of a file that lack one: their words are recognised in pictures of them.
///
/// What a page draws stays as it is, byte for byte: the words are a stream before its content.
final class PageLayers {
  /// What becomes of a text layer.
  enum Kind: String, CaseIterable {
    case none
    /// Pages get the words that are not yet text.
    case missing
    /// What is text and not seen goes first.
    case redo
  }

  private let kind: Kind
  private let context: WritingContext
  /// The pages that are no pictures of this run: those have their words already.
  private let pages: [Int]
  /// The number of the file that each page comes from.
  private let files: [Int]
  /// What was recognised before, by pages, for a file that is made a second time.
  private var known: [Int: [UInt8]]?
  /// What each page that was looked at is told of in the receipt.
  private(set) var receipts: [Int: JSONValue] = [:]

  init(_ kind: Kind, of document: PagedDocument, in context: WritingContext) {
    (self.kind, self.context) = (kind, context)
    pages = document.pages.indices.filter { index in
      if case .document = document.sources[document.pages[index].source].content {
        true
      } else {
        false
      }
    }
    var numbers: [Int] = []
    for source in document.sources {
      let isSame = source.isContinuation && !numbers.isEmpty
      numbers.append(source.input ?? (numbers.last ?? -1) + (isSame ? 0 : 1))
    }
    files = document.pages.map { numbers[$0.source] }
  }

  /// Whether a file gets any.
  var isWanted: Bool { kind != .none && !pages.isEmpty }

  /// Adds them to a file, in place.
  ///
  /// - Throws: what rendering and recognising throw, pages that cannot be read excepted, which are named.
  func add(to file: PDFFile) throws(ConversionError) {
    guard isWanted else { return }
    if kind == .redo {
      for page in pages {
        try InvisibleText.remove(from: try file.page(page), in: context.conversion)
      }
    }
    let layers: [Int: [UInt8]] =
      if let known { known } else { try recognized(in: file) }
    known = layers
    let font = layers.isEmpty ? nil : try InvisibleFont.object(in: file)
    for (page, content) in layers.sorted(by: { $0.key < $1.key }) {
      if let font { try Self.add(content, to: try file.page(page), font: font) }
    }
    try file.check()
  }

  /// Says which pages got words, and in the receipt how many.
  func note() {
    guard isWanted else { return }
    guard let known, !known.isEmpty else {
      return context.noteUnused(
        PicturePageOptions.textLayerOption,
        why: receipts.isEmpty ? "every page has its words already" : "no further words were found")
    }
    context.note(
      "words", .changed,
      why: "recognised, which may be wrong, on \(known.count) of \(files.count) pages")
    let before = context.receipt?["pages"]?.elements ?? []
    let own = receipts.sorted { $0.key < $1.key }.map { page, receipt in
      let members: [JSONValue.Member] =
        if case .object(let members) = receipt { members } else { [] }
      return JSONValue.object(
        [.init("input", .integer(files[page])), .init("page", .integer(page + 1))] + members)
    }
    let all = (before + own).sorted { ($0["page"]?.int ?? 0) < ($1["page"]?.int ?? 0) }
    context.receipt = .object([.init("pages", .array(all))])
  }

  /// The content of layers by pages.
  private func recognized(in file: PDFFile) throws(ConversionError) -> [Int: [UInt8]] {
    let looked = try SearchedPages(pages, of: file, in: context.conversion)
    let found = Mutex<[Int: RecognizedPage]>([:])
    let words = try PictureWords(in: context.conversion)
    try context.conversion.parallel(looked.wanted.count) { [context] _ throws(ConversionError) in
      guard let next = try looked.next() else { return }
      do throws(ConversionError) {
        let page = try words.page(
          next.page + 1, of: try next.picture.get(), noting: false, in: context.conversion)
        if let page { found.withLock { $0[next.page] = page } }
      } catch  where [.unsupportedContent, .damagedInput].contains(error.code) {
        context.warn(
          "the words of page \(next.page + 1) are not recognised: \(error.message)")
      }
    }
    return try content(of: found.withLock { $0 }, besides: looked, in: file)
  }

  private func content(
    of found: [Int: RecognizedPage], besides looked: SearchedPages, in file: PDFFile
  ) throws(ConversionError) -> [Int: [UInt8]] {
    var layers: [Int: [UInt8]] = [:]
    for (index, recognized) in found {
      let page = try file.page(index)
      receipts[index] = recognized.receipt
      var words = recognized.without(looked.text[index])
      // It was read as it is shown.
      words.rotation = (words.rotation + page.rotation) % 360
      let box = page.visibleBox
      let text = TextLayer(
        page: words,
        box: PageBox(
          left: box[0], bottom: box[1], width: box[2] - box[0], height: box[3] - box[1]),
        font: Self.fontName
      ).content
      if !text.isEmpty { layers[index] = Array(text.utf8) }
    }
    return layers
  }

  private static let fontName = "/FairyWords"

  private static func add(
    _ content: [UInt8], to page: PDFObject, font: PDFObject
  ) throws(ConversionError) {
    let file = page.file
    let (resources, fonts) = (file.dictionary(), file.dictionary())
    let old = page.inherited("/Resources")
    for key in old.keys { resources[key] = old[key] }
    for key in old["/Font"].keys { fonts[key] = old["/Font"][key] }
    fonts[fontName] = font
    resources["/Font"] = fonts
    page["/Resources"] = resources
    let layer = try file.stream()
    layer.replaceData(content, filter: file.null, parameters: file.null)
    let drawn = page["/Contents"]
    let parts = drawn.isArray ? drawn.items : drawn.isNull ? [] : [drawn]
    page["/Contents"] = file.array([layer] + parts)
  }
}

extension RecognizedPage {
  /// The lines of which no word is where `text` has one, and which are likely to be words.
  ///
  /// Parts of lines would only stand between the words that are there.
  fileprivate func without(_ text: RecognizedPage?) -> RecognizedPage {
    guard let text, rotation == 0, !text.words.isEmpty else { return self }
    let boxes = text.words.map(\.box)
    let scale = Double(text.width) / Double(max(1, width))
    var rest = self
    for block in rest.blocks.indices {
      for paragraph in rest.blocks[block].paragraphs.indices {
        rest.blocks[block].paragraphs[paragraph].lines.removeAll { line in
          line.words.contains { word in
            (word.confidence ?? 0) < Self.likely
              || boxes.contains { $0.covers(word.box, scale: scale) }
          }
        }
      }
    }
    return rest
  }

  private static let likely = 0.6

  /// What scripts are told of a page whose picture was not changed.
  fileprivate var receipt: JSONValue {
    let (wide, high) = rotation % 180 == 0 ? (width, height) : (height, width)
    let corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    return .object([
      .init("found", .bool(false)),
      .init("corners", .array(corners.map { .array([.integer($0.0), .integer($0.1)]) })),
      .init("width", .integer(wide)), .init("height", .integer(high)), .init("score", .null),
      .init("rotation", .integer(rotation)), .init("skew", .integer(0)),
      .init("filter", .string("photo")), .init("words", .integer(words.count)),
      .init(
        "confidence", confidence.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
    ])
  }
}

extension RecognizedPage.Box {
  /// Whether the middle of another box is within this one.
  fileprivate func covers(_ other: RecognizedPage.Box, scale: Double) -> Bool {
    let x = Double(other.left + other.right) / 2 * scale
    let y = Double(other.top + other.bottom) / 2 * scale
    return x >= Double(left) && x <= Double(right) && y >= Double(top) && y <= Double(bottom)
  }
}
