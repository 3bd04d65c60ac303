import ConverterCore
import PagedDocumentModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

private let hasPDFPrograms = ["qpdf", "pdftoppm", "pdftotext"].allSatisfy {
  FilePath("/usr/bin/\($0)").exists
}

/// Files of other programs, looked at by those before and after.
@Suite(.enabled(if: hasPDFPrograms)) struct AssemblyCorpusTests {
  private func read(_ sample: Sample, in context: ConversionContext) throws -> PagedDocument {
    try PDFReader().read(
      InputFile(path: FilePath(sample.path)), type: "com.adobe.pdf", in: ReadingContext(context))
  }

  /// Puts it into a folder, and has qpdf look it over.
  private func write(_ document: PagedDocument, in context: ConversionContext) throws
    -> ScratchFolder
  {
    let output = try OutputFile(.memory)
    let sources = try OpenSources(of: document, in: context)
    try PDFAssembly(document, of: sources, in: WritingContext(context)).file().write(
      to: output, in: context)
    let folder = try ScratchFolder()
    try folder.write(output.bytes, to: "out.pdf")
    let check = try Program.run("/usr/bin/qpdf", ["--check", folder.file("out.pdf")])
    #expect(check.status == 0, "\(check.text) \(check.error)")
    return folder
  }

  private func pixels(_ path: String) throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    _ = try Program.run("/usr/bin/pdftoppm", ["-r", "40", path, folder.file("p")])
    return try folder.names.map { try folder.bytes($0) }
  }

  private func text(_ path: String) throws -> [[UInt8]] {
    let all = try Program.run("/usr/bin/pdftotext", [path, "-"]).output
    return all.split(separator: 12, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }

  private static let choices = [
    ("fixtures/others/pdf/book.pdf", [3, 1, 0, 2]), ("fixtures/others/pdf/book.pdf", [2]),
    ("fixtures/others/pdf/form.pdf", [0, 0]), ("fixtures/others/pdf/form.pdf", [2, 0]),
    ("fixtures/others/pdf/attachment.pdf", [0, 0]), ("fixtures/others/pdf/tagged.pdf", [1, 0]),
    ("fixtures/others/pdf/tagged.pdf", [1]),
    ("fixtures/others/pdf/arabic-rotated.pdf", [3, 2, 1, 0]),
    ("fixtures/others/pdf/pages.pdf", [5, 0, 3]), ("fixtures/others/pdf/masks.pdf", [0, 0]),
    ("fixtures/others/pdf/streams.pdf", [11, 3, 3, 4]),
    ("pdf/bookmarks-outline.pdf", [3, 1, 0, 2]), ("pdf/bookmarks-outline.pdf", [2]),
    ("pdf/form-acroform.pdf", [0, 0]), ("pdf/form-filled-acrobat.pdf", [2, 0]),
    ("pdf/attachment.pdf", [0, 0]), ("pdf/text-tagged-2pages.pdf", [1, 0]),
    ("pdf/text-tagged-2pages.pdf", [1]), ("pdf/text-arabic-rotated.pdf", [3, 2, 1, 0]),
    ("pdf/multipage-6.pdf", [5, 0, 3]), ("pdf/form-xfa-encrypted-emptyuser.pdf", [1, 0]),
    ("pdf/bookmarks-30pages.pdf", [29, 3, 3, 4]), ("pdf/image-masks.pdf", [0, 0]),
    ("pdf/text-vector-117pages.pdf", [100, 20, 21, 20]),
  ]

  @Test(arguments: Sample.present(choices, name: \.0))
  func pagesLookAndReadAsBefore(name: String, pages: [Int]) throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let sample = Sample(name)
    var document = try read(sample, in: context)
    document.pages = pages.map { document.pages[$0] }
    let folder = try write(document, in: context)
    let (before, after) = (sample.path, folder.file("out.pdf"))
    let (looks, words) = (try pixels(before), try text(before))
    #expect(try pixels(after) == pages.map { looks[$0] })
    #expect(try text(after) == pages.map { words[$0] })
  }

  /// form.pdf and form-acroform.pdf have viewers draw the fields of all files anew.
  private static let merges = [
    OtherDocuments.named(
      fixtures: [
        "book", "tagged", "attachment", "fax", "jpx", "rewritten", "arabic-rotated", "masks",
        "pages", "book",
      ], corpus: []),
    OtherDocuments.named(
      fixtures: [],
      corpus: [
        "bookmarks-outline", "form-filled-acrobat", "text-tagged-2pages", "attachment", "pdfa",
        "scan-jbig2-global", "image-jpx", "hybrid-xref", "form-xfa-encrypted-emptyuser",
        "bookmarks-outline",
      ]),
  ]

  @Test(arguments: merges.filter { !$0.isEmpty })
  func aMergeOfAllFilesLooksAsTheyDo(files: [Sample]) throws {
    let context = ConversionContext(registry: try Assembled.registry())
    var (pages, sources): ([DocumentPage], [DocumentSource]) = ([], [])
    var (looks, words): ([[UInt8]], [[UInt8]]) = ([], [])
    for (index, file) in files.enumerated() {
      let document = try read(file, in: context)
      pages += document.pages.map {
        var page = $0; page.source = index; return page
      }
      sources += document.sources
      looks += try pixels(file.path)
      words += try text(file.path)
    }
    let folder = try write(PagedDocument(pages: pages, sources: sources), in: context)
    #expect(try pixels(folder.file("out.pdf")) == looks)
    #expect(try text(folder.file("out.pdf")) == words)
  }

  /// Every link leads to the page that it led to, in each of two copies.
  @Test(
    arguments: Sample.present(
      [("fixtures/others/pdf/book.pdf", 24), ("pdf/text-vector-117pages.pdf", 480)], name: \.0))
  func linksOfABookLeadWhereTheyLed(name: String, links: Int) throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let document = try read(Sample(name), in: context)
    let again = try read(Sample(name), in: context)
    let merged = PagedDocument(
      pages: again.pages
        + document.pages.map {
          var page = $0; page.source = 1; return page
        },
      sources: again.sources + document.sources)
    func aims(_ file: PDFFile) throws -> [[Int?]] {
      let structure = DocumentStructure(file, limits: .standard)
      return try (0..<file.pageCount).map { index in
        try file.page(index)["/Annots"].items.map { link in
          try structure.page(of: link.has("/Dest") ? link["/Dest"] : link["/A"]["/D"])
        }
      }
    }
    let folder = try write(merged, in: context)
    let before = try aims(
      PDFFile(InputFile(path: FilePath(Sample(name).path)), limits: .standard))
    let after = try aims(
      PDFFile(InputFile(path: FilePath(folder.file("out.pdf"))), limits: .standard))
    #expect(before.joined().compactMap(\.self).count == links)
    #expect(Array(after.prefix(before.count)) == before)
    let shifted = before.map { $0.map { $0.map { $0 + before.count } } }
    #expect(Array(after.dropFirst(before.count)) == shifted)
  }
}

extension FilePath {
  fileprivate var exists: Bool { FileIdentity(path: self) != nil }
}
