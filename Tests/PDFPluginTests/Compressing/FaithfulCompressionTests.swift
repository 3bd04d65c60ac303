import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// What a compression does to pages is noticed, whatever it is.
@Suite("Pages are compared before and after", .enabled(if: Places.has(program: "pdftoppm")))
struct FaithfulCompressionTests {
  private static let pages = 9

  /// Each page has a grey box of its own in a form of its own.
  private static let bytes: [UInt8] = {
    var file = WrittenPDF()
    for page in 0..<pages {
      let number = 10 + 3 * page
      file.addPage(
        number, "/Resources << /XObject << /Fm \(number + 2) 0 R >> >>", "q 6 0 0 8 0 0 cm /Fm Do Q"
      )
      file.addForm(number + 2, "", "0.\(page + 1) g 10 10 80 80 re f")
    }
    return file.bytes
  }()

  private let context = ConversionContext(registry: Registry())

  private func original() throws(ConversionError) -> PDFFile {
    try PDFFile(InputFile(bytes: Self.bytes), limits: .standard)
  }

  /// - Parameters:
  ///   - pages: that are said to have other pictures.
  ///   - compress: takes the pages that it must spare.
  private func run(
    changing pages: [Int], _ compress: @escaping (PDFFile, Set<Int>) throws(ConversionError) -> Void
  ) throws -> (file: PDFFile, receipt: CompressionReceipt) {
    let compression = FaithfulCompression(
      CompressionOptions(), original: original, in: context, least: .seconds(60)
    ) { (file, options, _) throws(ConversionError) in
      try compress(file, options.sparedPages)
      var receipt = CompressionReceipt()
      receipt.images = pages.map { page in
        CompressionReceipt.Image(
          page: page, width: 9, height: 9, dpi: 300, codec: "Flate", byteCount: 9,
          outcome: .became(width: 9, height: 9, codec: "JPEG", byteCount: 1))
      }
      return receipt
    }
    let (file, receipt) = try compression.run(try original())
    return (file, receipt)
  }

  private func hasBox(_ page: Int, _ file: PDFFile) throws -> Bool {
    try file.page(page)["/Resources"]["/XObject"].has("/Fm")
  }

  private func take(_ page: Int, from file: PDFFile) throws(ConversionError) {
    try file.page(page)["/Resources"]["/XObject"].removeKey("/Fm")
  }

  private var ledger: [String] {
    context.ledger.map { "\($0.what) \($0.action) \($0.why ?? "")" }
  }

  @Test func `Nothing is said of pages that look the same`() throws {
    let result = try run(changing: []) { (_, _) throws(ConversionError) in }
    #expect(ledger == [])
    #expect(result.receipt.images.isEmpty)
  }

  /// It is not among the first samples, but its neighbour is.
  @Test func `A page that loses something stays as it was, and others like it`() throws {
    let result = try run(changing: Array(0..<Self.pages)) {
      (file, spared) throws(ConversionError) in
      for page in [3, 4] where !spared.contains(page) { try take(page, from: file) }
    }
    #expect(try (0..<Self.pages).allSatisfy { try hasBox($0, result.file) })
    #expect(
      ledger == [
        "pages kept their content stays as it was: some looked different when it was made smaller"
      ]
        || ledger == [
          "pages kept pages 4, 5 looked different with smaller content, which stays as it was"
        ])
  }

  @Test func `One page is named`() throws {
    let result = try run(changing: [2, 5]) { (file, spared) throws(ConversionError) in
      if !spared.contains(5) { try take(5, from: file) }
    }
    #expect(try hasBox(5, result.file))
    #expect(
      ledger == ["pages kept page 6 looked different with smaller content, which stays as it was"])
  }

  @Test func `The file stays where nothing helps`() throws {
    let result = try run(changing: [0]) { (file, _) throws(ConversionError) in
      try take(0, from: file)
    }
    #expect(try hasBox(0, result.file))
    #expect(ledger == ["file kept its pages would look different if it were made smaller"])
    #expect(
      result.receipt.images.allSatisfy { if case .leftAlone = $0.outcome { true } else { false } })
  }

  /// A shift of the mean, and grain that was not there; what JPEG makes of a picture is neither.
  @Test(arguments: [(0, 0, true), (30, 0, true), (34, 0, false), (0, 30, true), (0, 40, false)])
  func likeness(shift: Int, grain: Int, isLike: Bool) {
    let before = Raster(
      width: 24, height: 16, channels: 1, bytes: [UInt8](repeating: 100, count: 24 * 16))
    var after = before.bytes
    for y in 8..<16 {
      for x in 8..<16 { after[y * 24 + x] = UInt8(100 + shift + (x % 2 == 0 ? grain : -grain)) }
    }
    #expect(
      before.looksLike(Raster(width: 24, height: 16, channels: 1, bytes: after)) == isLike)
  }
}
