public import ConverterCore
public import Scanning
public import SystemPackage

/// Makes pictures and PDFs for a library: what reads files that nobody has checked, and so is done elsewhere, in sealed
/// workers.
///
/// Results are written to the paths that are given, whole or not at all.
public protocol PageMaker {
  /// Which pages of paper files show: photos one page each, or two of an open book; documents a page for each of theirs.
  ///
  /// - Throws: what reading the first file that cannot be read throws; the error names it.
  func pages(of files: [FilePath], _ options: LookOptions) throws(ConversionError) -> [[FoundPage]]

  /// Makes the picture of a page.
  ///
  /// - Parameters:
  ///   - page: where it is, and what is to be done to it.
  ///   - picture: a JPEG, or a PNG for black and white, as its extension says.
  /// - Returns: what was done, with the rotation that was found.
  func makePicture(of page: PageSource, at picture: FilePath) throws(ConversionError) -> ScannedPage

  /// Makes a JPEG of at most 512 pixels of a picture.
  func makeThumbnail(of picture: FilePath, at thumbnail: FilePath) throws(ConversionError)

  /// Makes a PDF of pages, in which words can be searched.
  func makeDocument(
    of pages: [PageSource], _ form: DocumentForm, title: String, at document: FilePath
  ) throws(ConversionError)

  /// The words of each page of a document, each as JSON in the form of `convert --to json`.
  func words(of document: FilePath, pageCount: Int) throws(ConversionError) -> [JSONValue]
}

/// How pages are looked for.
public struct LookOptions: Sendable, Equatable {
  public var filter = ScannedPage.Filter.auto
  /// Whether the page is looked for, rather than the whole picture taken.
  public var crops = true
  /// Whether an open book becomes two pages.
  public var splits = false

  public init() {}
}

/// A page that was found in a file.
public struct FoundPage: Sendable, Equatable {
  /// Which page of the file, from 1 on.
  public var number: Int
  public var page: ScannedPage

  public init(number: Int, page: ScannedPage) { (self.number, self.page) = (number, page) }
}

/// Where a page is, and what is to be done to it.
public struct PageSource: Sendable, Equatable {
  public var file: FilePath
  /// Which page of the file, from 1 on.
  public var number: Int
  public var page: ScannedPage

  public init(file: FilePath, number: Int, page: ScannedPage) {
    (self.file, self.number, self.page) = (file, number, page)
  }
}
