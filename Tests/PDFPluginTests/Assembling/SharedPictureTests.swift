import ConverterCore
import PagedDocumentModel
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Pictures that come several times")
struct SharedPictureTests {
  private let context: ConversionContext

  init() throws { context = ConversionContext(registry: try Assembled.registry()) }

  private func document(_ names: [String]) throws -> PagedDocument {
    var documents: [PagedDocument] = []
    for name in names {
      let file = try InputFile(path: FilePath("\(Places.root)/fixtures/\(name)"))
      // Each by itself: neither name nor place tells that two are one.
      let input = InputFile(bytes: try file.contents(within: .standard), name: nil)
      let type: ContentType.ID = name.hasSuffix("png") ? "public.png" : "public.jpeg"
      let reader =
        context.registry.readers.first { $0.types.contains(type) } as? any Reader<Picture>
      let picture = try #require(try reader?.read(input, type: type, in: ReadingContext(context)))
      documents.append(try PictureToPages().cross(picture, in: context))
    }
    let first = try #require(documents.first)
    return try first.joined(with: Array(documents.dropFirst()), in: context)
  }

  /// The images of pages, by the numbers of their objects.
  private func images(_ result: Assembled) throws -> [PDFObject] {
    try (0..<result.file.pageCount).map { try result.page($0)["/Resources"]["/XObject"]["/Im0"] }
  }

  @Test(arguments: ["camera.jpg", "cmyk.jpg", "rgba.png", "indexed.png", "gray.jpg"])
  func `They are one object`(name: String) throws {
    let other = name == "turned.jpg" ? "gray.jpg" : "turned.jpg"
    let result = try Assembled(try document([name, other, name, name]), in: context)
    let images = try images(result)
    #expect(images[0].id != nil)
    #expect(images[0].id == images[2].id && images[0].id == images[3].id)
    #expect(images[0].id != images[1].id)
    #expect(images[0]["/SMask"].id == images[2]["/SMask"].id)
    // They are pages of their own all the same.
    let pages = try (0..<4).map { try result.page($0).id }
    #expect(Set(pages).count == 4)
  }

  @Test func `They make the file no larger`() throws {
    let once = try Assembled(try document(["camera.jpg"]), in: context)
    let often = try Assembled(
      try document(Array(repeating: "camera.jpg", count: 20)), in: context)
    #expect(often.bytes.count < once.bytes.count + 20 * 400)
  }
}
