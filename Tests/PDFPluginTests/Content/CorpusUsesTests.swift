import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import PDFPlugin

/// Real files: what poppler says of the resolution of their images.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusUsesTests {
  private static let pdfimages = "/usr/bin/pdfimages"
  private static let passwords = [
    "user_view": "view", "openpassword": "openpassword",
  ]

  private static func password(_ path: String) -> Password? {
    passwords.first { path.contains($0.key) }.map { Password(Array($0.value.utf8)) }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: pdfimages)),
    arguments: Corpus.files(in: "pdf"))
  func resolutionsAreThoseOfPoppler(path: String) throws {
    let context = ConversionContext(registry: Registry())
    guard
      let file = try? PDFFile(
        InputFile(bytes: try Corpus.bytes(path)), password: Self.password(path), limits: .standard)
    else { return }
    let uses = try ImageUses.find(in: file, in: context)
    let listed = try Program.run(Self.pdfimages, ["-list", Corpus.path(path)]).lines.dropFirst(2)
    var smallest: [PDFObject.ID: [Double]] = [:]
    for line in listed {
      // page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio
      let columns = line.split(separator: " ")
      guard columns.count == 16, let number = Int(columns[10]), let generation = Int(columns[11]),
        let x = Double(columns[12]), let y = Double(columns[13])
      else { continue }
      // Masks go by the number of their image.
      guard columns[2] == "image" || columns[2] == "stencil" else { continue }
      smallest[PDFObject.ID(number: number, generation: generation), default: []].append(min(x, y))
    }
    for (id, resolutions) in smallest {
      let use = try #require(uses.images[id], "\(id)")
      let expected = try #require(resolutions.min())
      // Poppler prints whole numbers.
      #expect(abs(use.dpi - expected) <= max(0.01 * expected, 0.51), "\(id): \(use.dpi) \(expected)")
      #expect(use.uses >= resolutions.count)
    }
    print("USES", path, smallest.count, uses.images.count, uses.inlineImages)
  }

  /// All of it is understood, but for files that are damaged.
  @Test(arguments: Corpus.files(in: "pdf"))
  func contentIsUnderstood(path: String) throws {
    let context = ConversionContext(registry: Registry())
    guard
      let file = try? PDFFile(
        InputFile(bytes: try Corpus.bytes(path)), password: Self.password(path), limits: .standard)
    else { return }
    let uses = try ContentUses.find(in: file, in: context).resources
    var unknown = 0
    for page in 0..<(try file.pageCount) {
      unknown += uses.usedResources(ofPage: page).values.count { $0 == .unknown }
    }
    let dropped = uses.dropUnused()
    print("RES", path, unknown, dropped)
  }

  @Test func speed() throws {
    let file = try PDFFile(InputFile(bytes: try Corpus.bytes("pdf/text-vector-117pages.pdf")), limits: .standard)
    var contents: [[UInt8]] = []
    for page in 0..<(try file.pageCount) { contents.append(try file.page(page).pageContent()) }
    let clock = ContinuousClock()
    for _ in 0..<5 {
      var a = timespec(), b = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a)
        for content in contents {
          _ = try ContentInterpreter.summary(of: content) { () throws(ConversionError) in }
        }
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b)
      let time = Double(b.tv_sec - a.tv_sec) * 1000 + Double(b.tv_nsec - a.tv_nsec) / 1e6
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a)
      var n = 0
        for content in contents {
          var s = ContentScanner(content)
          while s.next() != .end { n += 1 }
        }
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b)
      print("SCAN", n, Double(b.tv_sec - a.tv_sec) * 1000 + Double(b.tv_nsec - a.tv_nsec) / 1e6)
      print("SPEED", contents.reduce(0) { $0 + $1.count }, time)
    }
    let context = ConversionContext(registry: Registry())
    for _ in 0..<2 {
      print("WALK", try clock.measure { _ = try ContentUses.find(in: file, in: context) })
    }
  }
}
