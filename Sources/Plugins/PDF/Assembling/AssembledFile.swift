import ConverterCore
import PDFObjects
import PagedDocumentModel
import PictureModel

/// A file in the making: its pages first, then all that leads to them.
///
/// qpdf copies an object with all that it refers to, pages excepted. So what would lead to pages that are left
/// out (annotations, and the fields that they belong to) is taken off the source's pages while these are
/// copied, then copied by itself, and put back.
final class AssembledFile {
  /// A page of the result.
  struct Page {
    let part: SourcePart
    /// Its index in the source.
    let index: Int
    let object: PDFObject
    /// Whether the same page came before.
    let isRepeated: Bool
  }

  /// What becomes of a link.
  enum Aim {
    case kept
    /// It leads to a page that is left out.
    case lost
    /// It led nowhere before.
    case none
  }

  let target: PDFFile
  let document: PagedDocument
  let pictureOptions: PicturePageOptions
  /// `nil` where the file is made once.
  var knownWords: KnownWords?
  let context: WritingContext
  /// The sources that have pages in the result, in the document's order.
  let parts: [SourcePart]
  var pages: [Page] = []
  /// Of the pictures among them.
  let images = SharedImages()
  /// Annotations of the result with the part that they come from.
  var annotations: [(part: SourcePart, object: PDFObject)] = []
  /// Actions that lead where they should by now; several annotations may share one.
  var settledActions: [PDFObject.ID: Aim] = [:]
  /// Headings of the result that stand for an element of tags.
  var taggedHeadings: [(item: PDFObject, part: SourcePart, tag: PDFObject.ID)] = []
  /// Headings of parts that lead to no page, and have none above them that does.
  var lostHeadings = 0
  /// Lists of further actions that are settled.
  var settledLists: Set<PDFObject.ID> = []
  /// Links that led to pages that are left out.
  var lostLinks = 0
  /// What was taken off objects of sources, to be put back.
  private var taken: [(object: PDFObject, key: String, value: PDFObject)] = []

  /// Whether any source has tags.
  let hasTags: Bool

  /// Whether pages come from several files.
  var isMerged: Bool { parts.contains { $0.fileNumber != parts[0].fileNumber } }

  init(
    _ document: PagedDocument, of sources: OpenSources, pictures: PicturePageOptions,
    encryptedAs keeper: PDFFile?, in context: WritingContext
  ) throws(ConversionError) {
    self.document = document
    pictureOptions = pictures
    self.context = context
    target =
      if let keeper {
        try PDFFile(emptied: keeper)
      } else {
        try PDFFile.empty()
      }
    var used = Array(repeating: Set<Int>(), count: document.sources.count)
    for page in document.pages {
      guard used.indices.contains(page.source) else {
        throw ConversionError(
          .internalError, "a page names a source that the document does not have")
      }
      used[page.source].insert(page.index)
    }
    var parts: [SourcePart] = []
    var fileNumber = -1
    for (index, source) in document.sources.enumerated() {
      if !source.isContinuation { fileNumber += 1 }
      guard !used[index].isEmpty else { continue }
      parts.append(
        try SourcePart(
          source, number: index, ofFile: fileNumber, sources.all[index]?.structure,
          pages: used[index].count))
    }
    if parts.count > 1 {
      let originals = sources.originals
      for part in parts {
        part.original = originals[part.number].flatMap { number in
          parts.first { $0.number == number }
        }
      }
    }
    self.parts = parts
    let sizes = parts.compactMap(\.expectedByteCount)
    if sizes.count == parts.count { target.expectedByteCount = sizes.reduce(0, +) }
    hasTags = parts.contains { $0.root?.has("/StructTreeRoot") == true }
  }

  /// Removes a key of a source's object until ``restoreSources()``.
  ///
  /// - Returns: its value, `nil` where there was none.
  @discardableResult
  func take(_ key: String, from object: PDFObject) -> PDFObject? {
    guard object.has(key) else { return nil }
    let value = object[key]
    taken.append((object, key, value))
    object.removeKey(key)
    return value
  }

  /// Gives a source's object another value until ``restoreSources()``.
  func replace(_ key: String, of object: PDFObject, with value: PDFObject) {
    taken.append((object, key, object[key]))
    object[key] = value
  }

  /// The sources are as they were: further files may be made of them.
  func restoreSources() throws(ConversionError) {
    for (object, key, value) in taken.reversed() { object[key] = value }
    taken = []
  }
}

/// A source with pages in the result.
final class SourcePart {
  /// The index of the source in the document.
  let number: Int
  /// That of the file among all files: the pages of a TIFF are several sources.
  let fileNumber: Int
  let title: String?
  /// `nil` for a picture.
  let structure: DocumentStructure?
  let picture: Picture?
  /// Whether all of its pages are there.
  let isWhole: Bool
  /// About what it adds to the size of the result: its share of pages; `nil` for a picture.
  let expectedByteCount: Int?
  /// An earlier source with the same bytes.
  var original: SourcePart?
  /// Its pages in the result: the first of each.
  var pages: [Int: PDFObject] = [:]
  /// The same by the numbers of the source's objects.
  var copies: [PDFObject.ID: PDFObject] = [:]
  /// The first of its pages in the result.
  var firstPage: PDFObject?
  /// The names of destinations in the result; a name that is not in it leads nowhere.
  var names: [NamedDestinations.Name: [UInt8]] = [:]
  /// What the pages of the source have as annotations.
  var annotations: [Int: PDFObject] = [:]
  /// What the pages of the source do when they are opened and closed.
  var pageActions: [Int: PDFObject] = [:]
  /// The parts of articles on them, where all pages are there.
  var beads: [Int: PDFObject] = [:]
  /// The index of the source's first article in the result, where its articles are there.
  var firstThread: Int?
  /// Widgets in the result by the numbers of the source's, repeated ones behind the first.
  var widgets: [PDFObject.ID: [PDFObject]] = [:]
  /// Fields in the result by the numbers of the source's.
  var fields: [PDFObject.ID: PDFObject] = [:]
  /// The names that attachments have in the result, where these are others.
  var attachments: [[UInt8]: [UInt8]] = [:]
  /// Tags in the result by the numbers of the source's.
  var elements: [PDFObject.ID: PDFObject] = [:]
  /// Top-level fields by other names than in the source.
  var fieldNames: [String: String] = [:]
  /// Streams of the result whose keys are raised already.
  var raisedStreams: Set<PDFObject.ID> = []
  /// Keys of the tree of tags' parents, by the objects of the result that have them.
  var tagKeys: [(owner: PDFObject, entry: String, key: Int)] = []

  /// - Parameters:
  ///   - structure: `nil` for a picture.
  ///   - pages: how many of its pages are in the result.
  init(
    _ source: DocumentSource, number: Int, ofFile fileNumber: Int, _ structure: DocumentStructure?,
    pages: Int
  ) throws(ConversionError) {
    self.number = number
    self.fileNumber = fileNumber
    self.structure = structure
    title = source.title
    if case .picture(let picture) = source.content {
      self.picture = picture
    } else {
      picture = nil
    }
    guard let structure else {
      isWhole = true
      expectedByteCount = nil
      return
    }
    let count = try structure.pageCount
    isWhole = pages == count
    expectedByteCount = structure.file.byteCount / max(1, count) * pages
  }

  var root: PDFObject? { structure?.file.root }
  var labels: [PageLabels.Range] {
    get throws(ConversionError) { try structure?.labels ?? [] }
  }

  /// A value of the source in the result; references to pages become those to their copies, or null.
  func transplant(_ value: PDFObject, to target: PDFFile) throws(ConversionError) -> PDFObject {
    try target.transplant(value) { copies[$0] }
  }
}
