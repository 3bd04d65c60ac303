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

/// Real files, looked at by other programs before and after.
@Suite(.enabled(if: Corpus.isPresent && hasPDFPrograms)) struct AssemblyCorpusTests {
  private func read(_ name: String, in context: ConversionContext) throws -> PagedDocument {
    try PDFReader().read(
      InputFile(path: FilePath(Corpus.path("pdf/\(name)"))), type: "com.adobe.pdf",
      in: ReadingContext(context))
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

  @Test(arguments: [
    ("bookmarks-outline.pdf", [3, 1, 0, 2]), ("bookmarks-outline.pdf", [2]),
    ("form-acroform.pdf", [0, 0]), ("form-filled-acrobat.pdf", [2, 0]), ("attachment.pdf", [0, 0]),
    ("text-tagged-2pages.pdf", [1, 0]), ("text-tagged-2pages.pdf", [1]),
    ("text-arabic-rotated.pdf", [3, 2, 1, 0]), ("multipage-6.pdf", [5, 0, 3]),
    ("form-xfa-encrypted-emptyuser.pdf", [1, 0]), ("bookmarks-30pages.pdf", [29, 3, 3, 4]),
    ("image-masks.pdf", [0, 0]), ("text-vector-117pages.pdf", [100, 20, 21, 20]),
  ])
  func pagesLookAndReadAsBefore(name: String, pages: [Int]) throws {
    let context = ConversionContext(registry: try Assembled.registry())
    var document = try read(name, in: context)
    document.pages = pages.map { document.pages[$0] }
    let folder = try write(document, in: context)
    let (before, after) = (Corpus.path("pdf/\(name)"), folder.file("out.pdf"))
    let (looks, words) = (try pixels(before), try text(before))
    #expect(try pixels(after) == pages.map { looks[$0] })
    #expect(try text(after) == pages.map { words[$0] })
  }

  @Test func aMergeOfAllFilesLooksAsTheyDo() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let names = [
      // form-acroform.pdf has viewers draw the fields of all files anew.
      "bookmarks-outline.pdf", "form-filled-acrobat.pdf", "text-tagged-2pages.pdf",
      "attachment.pdf", "pdfa.pdf", "scan-jbig2-global.pdf", "image-jpx.pdf", "hybrid-xref.pdf",
      "form-xfa-encrypted-emptyuser.pdf", "bookmarks-outline.pdf",
    ]
    var (pages, sources): ([DocumentPage], [DocumentSource]) = ([], [])
    var (looks, words): ([[UInt8]], [[UInt8]]) = ([], [])
    for (index, name) in names.enumerated() {
      let document = try read(name, in: context)
      pages += document.pages.map {
        var page = $0; page.source = index; return page
      }
      sources += document.sources
      looks += try pixels(Corpus.path("pdf/\(name)"))
      words += try text(Corpus.path("pdf/\(name)"))
    }
    let folder = try write(PagedDocument(pages: pages, sources: sources), in: context)
    #expect(try pixels(folder.file("out.pdf")) == looks)
    #expect(try text(folder.file("out.pdf")) == words)
  }

  /// Every link leads to the page that it led to, in each of two copies.
  @Test func linksOfABookLeadWhereTheyLed() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let document = try read("text-vector-117pages.pdf", in: context)
    let again = try read("text-vector-117pages.pdf", in: context)
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
      PDFFile(
        InputFile(path: FilePath(Corpus.path("pdf/text-vector-117pages.pdf"))), limits: .standard))
    let after = try aims(
      PDFFile(InputFile(path: FilePath(folder.file("out.pdf"))), limits: .standard))
    #expect(before.joined().compactMap(\.self).count == 480)
    #expect(Array(after[..<117]) == before)
    #expect(Array(after[117...]) == before.map { $0.map { $0.map { $0 + 117 } } })
  }
}

extension FilePath {
  fileprivate var exists: Bool { FileIdentity(path: self) != nil }
}
