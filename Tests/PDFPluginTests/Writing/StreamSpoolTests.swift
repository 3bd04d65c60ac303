import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("New data of streams, beyond what is kept in memory")
struct StreamSpoolTests {
  private static let count = 6
  private static let size = 5 << 20

  /// A page with as many images, each with a mask that the next one has, too.
  private func made() throws -> (file: PDFFile, data: [[UInt8]], context: ConversionContext) {
    var written = WrittenPDF()
    let names = (0..<Self.count).map { "/I\($0) \(10 + $0) 0 R" }.joined(separator: " ")
    written.addPage(3, "/Resources << /XObject << \(names) >> >>", "/I0 Do")
    for index in 0..<Self.count {
      written.addImage(
        10 + index, width: 1, height: 1, "/SMask \(10 + (index + 1) % Self.count) 0 R /Old true")
    }
    let file = try PDFFile(InputFile(bytes: written.bytes), limits: .standard)
    let context = ConversionContext(registry: Registry())
    let data = (0..<Self.count).map { index in
      [UInt8](unsafeUninitializedCapacity: Self.size) { bytes, count in
        for place in 0..<Self.size {
          bytes[place] = UInt8(truncatingIfNeeded: place &* (2 * index + 3) >> (place & 7))
        }
        count = Self.size
      }
    }
    for index in 0..<Self.count {
      let stream = file.object(PDFObject.ID(number: 10 + index, generation: 0))
      try stream.fill(
        with: data[index], filter: file.name("/DCTDecode"),
        parameters: file.dictionary(["/ColorTransform": file.integer(index)]), in: context)
      stream.removeKey("/Old")
      stream["/New"] = file.integer(index)
    }
    return (file, data, context)
  }

  @Test func `All come out as they were given, and are where they were`() throws {
    let (file, data, context) = try made()
    // Written twice, as files are that are tried first.
    for _ in 0..<2 {
      let output = try OutputFile(.memory)
      try file.write(to: output, as: PDFLayout(usesObjectStreams: false), in: context)
      let result = try PDFFile(InputFile(bytes: output.bytes), limits: .standard)
      #expect(result.takeWarnings().isEmpty)
      let images = try result.page(0)["/Resources"]["/XObject"]
      for index in 0..<Self.count {
        let image = images["/I\(index)"]
        #expect(try image.data(.none) == data[index])
        #expect(image["/Filter"].name == "/DCTDecode")
        #expect(image["/DecodeParms"]["/ColorTransform"].integer == index)
        #expect(image["/New"].integer == index)
        #expect(!image.has("/Old"))
        #expect(image["/SMask"].id == images["/I\((index + 1) % Self.count)"].id)
      }
    }
  }

  @Test func `A file that is not written after all is given back`() throws {
    weak var kept: PDFFile?
    do {
      let made = try made()
      kept = made.file
    }
    #expect(kept == nil)
  }
}
