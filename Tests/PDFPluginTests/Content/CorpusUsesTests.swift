import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Files of other programs: what poppler says of the resolution of their images.
@Suite struct CorpusUsesTests {
  private static let pdfimages = "/usr/bin/pdfimages"

  /// `nil` for files that cannot be opened.
  private static func open(_ sample: Sample) throws -> PDFFile? {
    let words = ["user-view": "view", "openpassword": "openpassword"]
    let word = words.first { sample.name.contains($0.key) }?.value
    let input = InputFile(bytes: try sample.bytes())
    do throws(ConversionError) {
      return try PDFFile(input, password: word.map { Password(Array($0.utf8)) }, limits: .standard)
    } catch {
      #expect(sample.name.contains("bad-"), "\(sample): \(error.message)")
      return nil
    }
  }

  private static var context: ConversionContext { ConversionContext(registry: Registry()) }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: pdfimages)),
    arguments: OtherDocuments.all)
  func resolutionsAreThoseOfPoppler(sample: Sample) throws {
    guard let file = try Self.open(sample) else { return }
    let uses = try ImageUses.find(in: file, in: Self.context)
    let listed = try Program.run(Self.pdfimages, ["-list", sample.path]).lines.dropFirst(2)
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

  @Test(arguments: OtherDocuments.all)
  func contentIsUnderstood(sample: Sample) throws {
    guard let file = try Self.open(sample) else { return }
    for page in 0..<(try file.pageCount) {
      let content = try #require(try file.page(page).pageContent(in: Self.context))
      let summary = try ContentInterpreter.summary(of: content) { () throws(ConversionError) in }
      #expect(summary.isCertain, "page \(page)")
    }
  }

  /// Names of resources that no content uses.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/pdf/unused.pdf", 1), ("fixtures/others/pdf/masks.pdf", 0),
        ("fixtures/others/pdf/book.pdf", 0), ("fixtures/others/pdf/form.pdf", 0),
        ("pdf/scan-jbig2-global.pdf", 1), ("pdf/image-masks.pdf", 1),
        ("pdf/image-cmyk-photoshop.pdf", 1), ("pdf/text-vector-117pages.pdf", 0),
        ("pdf/form-filled-acrobat.pdf", 0),
      ], name: \.0))
  func unusedResources(name: String, count: Int) throws {
    let file = try #require(try Self.open(Sample(name)))
    #expect(try ContentUses.find(in: file, in: Self.context).resources.dropUnused() == count)
  }
}
