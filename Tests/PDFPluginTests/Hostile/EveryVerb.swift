import ConverterCore
import PagedDocumentModel
import Testing

@testable import PDFPlugin

/// What a file is put through within the process: nothing of it may crash, hang or trap.
struct EveryVerb {
  /// Enough for every file of these tests, and little enough that one that asks for more is noticed.
  static var limits: Limits {
    var limits = Limits.standard
    limits.memory = 256 << 20
    limits.entries = 20_000
    limits.seconds = 60
    return limits
  }

  /// The errors that a file may end with.
  private static let refusals: Set<ConversionError.Code> = [
    .damagedInput, .unsupportedContent, .limitExceeded, .missingPassword,
  ]

  private let bytes: [UInt8]
  private let limits: Limits

  /// Tells of a file, compresses it, takes a page out of it, has a page twice, joins it with itself.
  ///
  /// - Returns: the first error, `nil` where all went well.
  @discardableResult
  static func run(
    _ bytes: [UInt8], limits: Limits = Self.limits, _ comment: Comment? = nil
  ) -> ConversionError? {
    do throws(ConversionError) {
      try EveryVerb(bytes: bytes, limits: limits).run()
      return nil
    } catch {
      #expect(refusals.contains(error.code), comment ?? "\(error.message)")
      return error
    }
  }

  private func run() throws(ConversionError) {
    let context = context(.compress)
    let document = try read(in: context)
    guard case .document(let content) = document.sources[0].content else { return }
    _ = try content.facts(in: context)
    try write(document, in: context)
    // What was compressed is another file by now.
    let again = try read(in: context)
    try write(
      PagedDocument(pages: again.pages + again.pages.prefix(1), sources: again.sources),
      in: self.context(.convert))
    try write(
      PagedDocument(pages: Array(again.pages.prefix(1)), sources: again.sources),
      in: self.context(.split(.every(1))))
    let other = try read(in: context)
    let joined = other.pages.map { page in
      var page = page
      page.source = 1
      return page
    }
    try write(
      PagedDocument(pages: again.pages + joined, sources: again.sources + other.sources),
      in: self.context(.merge([])))
  }

  private func context(_ purpose: Request.Purpose) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits, purpose: purpose)
  }

  private func read(in context: ConversionContext) throws(ConversionError) -> PagedDocument {
    try PDFReader().read(
      InputFile(bytes: bytes), type: "com.adobe.pdf", in: ReadingContext(context))
  }

  private func write(
    _ document: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) {
    try PDFWriter(comparesPages: false).write(
      document, as: "com.adobe.pdf", to: try OutputFile(.memory),
      options: try PDFWriterOptions(ConversionOptions()), in: WritingContext(context))
  }
}
