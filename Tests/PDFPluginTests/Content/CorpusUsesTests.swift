import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Real files: what poppler says of the resolution of their images.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusUsesTests {
  private static let pdfimages = "/usr/bin/pdfimages"

  /// `nil` for files that cannot be opened.
  private static func open(_ path: String) throws -> PDFFile? {
    let words = ["user-view": "view", "openpassword": "openpassword"]
    let word = words.first { path.contains($0.key) }?.value
    let input = InputFile(bytes: try Corpus.bytes(path))
    do throws(ConversionError) {
      return try PDFFile(input, password: word.map { Password(Array($0.utf8)) }, limits: .standard)
    } catch {
      #expect(path.contains("bad-"), "\(path): \(error.message)")
      return nil
    }
  }

  private static var context: ConversionContext { ConversionContext(registry: Registry()) }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: pdfimages)),
    arguments: Corpus.files(in: "pdf"))
  func resolutionsAreThoseOfPoppler(path: String) throws {
    guard let file = try Self.open(path) else { return }
    let uses = try ImageUses.find(in: file, in: Self.context)
    let listed = try Program.run(Self.pdfimages, ["-list", Corpus.path(path)]).lines.dropFirst(2)
    var seen: [PDFObject.ID: [Double]] = [:]
    for line in listed {
      // page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio
      let columns = line.split(separator: " ")
      guard columns.count == 16, let number = Int(columns[10]), let generation = Int(columns[11]),
        let x = Double(columns[12]), let y = Double(columns[13]),
        // Masks go by the number of their image.
        columns[2] == "image" || columns[2] == "stencil"
      else { continue }
      seen[PDFObject.ID(number: number, generation: generation), default: []].append(min(x, y))
    }
    for (id, resolutions) in seen {
      let use = try #require(uses.images[id], "\(id)")
      let expected = try #require(resolutions.min())
      // Poppler prints whole numbers.
      let isNear = abs(use.dpi - expected) <= max(0.01 * expected, 0.5)
      #expect(isNear, "\(id): \(use.dpi), poppler \(expected)")
      #expect(use.uses >= resolutions.count)
    }
  }

  @Test(arguments: Corpus.files(in: "pdf"))
  func contentIsUnderstood(path: String) throws {
    guard let file = try Self.open(path) else { return }
    for page in 0..<(try file.pageCount) {
      let content = try #require(try file.page(page).pageContent(in: Self.context))
      let summary = try ContentInterpreter.summary(of: content) { () throws(ConversionError) in }
      #expect(summary.isCertain, "page \(page)")
    }
  }

  /// Names of resources that no content uses.
  @Test(arguments: [
    ("scan-jbig2-global.pdf", 1), ("image-masks.pdf", 1), ("image-cmyk-photoshop.pdf", 1),
    ("text-vector-117pages.pdf", 0), ("form-filled-acrobat.pdf", 0),
  ])
  func unusedResources(name: String, count: Int) throws {
    let file = try #require(try Self.open("pdf/\(name)"))
    #expect(try ContentUses.find(in: file, in: Self.context).resources.dropUnused() == count)
  }
}
