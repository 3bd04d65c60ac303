import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Synchronization

/// The pages of a file in which words are to be recognised, and pictures of them, one after the other.
final class SearchedPages: Sendable {
  /// Pages without text, and those with a large picture beside it.
  let wanted: [Int]
  /// The text that such pages have.
  let text: [Int: RecognizedPage]

  private let input: ToolInput
  private let sizes: [DocumentPage]
  private let liesOnSide: [Bool]
  private let context: ConversionContext
  /// The next of `wanted`, and what renders it.
  private let position = Mutex((next: 0, renderer: PageRenderer?.none, dpi: 0.0))

  /// A picture that covers less of its page is an ornament or a figure.
  private static let leastShare = 0.25
  /// The most pixels of a rendered page.
  private static let mostPixels = 4e7

  init(
    _ pages: [Int], of file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) {
    self.context = context
    input = try Self.input(of: file, in: context)
    var sizes: [DocumentPage] = []
    for index in 0..<(try file.pageCount) {
      sizes.append(DocumentPage(source: 0, index: index, size: try file.page(index).shownSize))
    }
    self.sizes = sizes
    liesOnSide = try file.liesOnSide
    let covered = try Self.coveredPages(of: file, sizes, in: context)
    let chosen = Set(pages)
    var wanted: [Int] = []
    var text: [Int: RecognizedPage] = [:]
    for start in stride(from: 0, to: sizes.count, by: PlacedText.pagesAtOnce) {
      let range = start..<min(start + PlacedText.pagesAtOnce, sizes.count)
      guard range.contains(where: chosen.contains) else { continue }
      let placed = try PlacedText(input: input).words(of: range, in: context)
      for (index, page) in zip(range, placed) where chosen.contains(index) {
        if page.words.isEmpty {
          wanted.append(index)
        } else if covered.contains(index) {
          wanted.append(index)
          var sized = page
          sized.width = PlacedText.pixels(sizes[index].size.width)
          sized.height = PlacedText.pixels(sizes[index].size.height)
          text[index] = sized
        }
      }
    }
    (self.wanted, self.text) = (wanted, text)
  }

  /// The file as programs get it: poppler takes a page that is cut beyond its medium for another part of it.
  private static func input(
    of file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) -> ToolInput {
    var cut: [(page: PDFObject, box: PDFObject?)] = []
    for index in 0..<(try file.pageCount) {
      let page = try file.page(index)
      guard !page.inherited("/CropBox").isNull, page.box("/CropBox") != page.visibleBox else {
        continue
      }
      cut.append((page, page.has("/CropBox") ? page["/CropBox"] : nil))
      page["/CropBox"] = file.array(page.visibleBox.map { file.real($0) })
    }
    defer {
      for (page, box) in cut {
        if let box { page["/CropBox"] = box } else { page.removeKey("/CropBox") }
      }
    }
    return try ToolInput(file, in: context)
  }

  /// Pages that have a picture of some size.
  private static func coveredPages(
    of file: PDFFile, _ sizes: [DocumentPage], in context: ConversionContext
  ) throws(ConversionError) -> Set<Int> {
    var covered: Set<Int> = []
    for (id, use) in try ImageUses.find(in: file, in: context).images where use.dpi > 0 {
      let image = file.object(id)
      let (width, height) = (image["/Width"].integer ?? 0, image["/Height"].integer ?? 0)
      let area = Double(width) * Double(height) / (use.dpi * use.dpi) * 72 * 72
      for page in use.pages where sizes.indices.contains(page) {
        let size = sizes[page].size
        if area >= leastShare * size.width * size.height { covered.insert(page) }
      }
    }
    return covered
  }

  /// The next page with its picture, or with what keeps it from being one; `nil` behind the last.
  ///
  /// Any thread may ask: pages are rendered one after the other, as the program gives them.
  func next() throws(ConversionError) -> (page: Int, picture: Result<Picture, ConversionError>)? {
    // Whoever takes a picture is the only one that has it: its pixels were collected under the lock, into a buffer of
    // its own, and nothing of the renderer goes along.
    nonisolated(unsafe) var found: (Int, Result<Picture, ConversionError>)?
    try position.withLock { (state) throws(ConversionError) in
      guard state.next < wanted.count else { return }
      let page = wanted[state.next]
      state.next += 1
      let dpi = self.dpi(of: page)
      if state.renderer == nil || state.dpi != dpi {
        state.renderer = PageRenderer(
          input, pages: sizes, liesOnSide: liesOnSide, dpi: dpi, in: context)
        state.dpi = dpi
      }
      guard let renderer = state.renderer else { return }
      do throws(ConversionError) {
        let picture = try Self.collected(try renderer.picture(of: page), in: context)
        unsafe found = (page, .success(picture))
      } catch  where error.code == .damagedInput {
        unsafe found = (page, .failure(error))
      }
    }
    return unsafe found
  }

  private func dpi(of page: Int) -> Double {
    let size = sizes[page].size
    let inches = max(1e-6, size.width * size.height / (72 * 72))
    return min(PlacedText.dpi, (Self.mostPixels / inches).squareRoot())
  }

  /// With its pixels at hand.
  private static func collected(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let pixels = try PixelBuffer(
      collecting: try picture.pixels(for: PixelDemand([.rgb8]), in: context), in: context)
    return Picture(picture.facts) { _ throws(ConversionError) in BufferSource(pixels) }
  }
}
