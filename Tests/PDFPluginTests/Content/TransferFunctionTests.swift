import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Pictures under a transfer function")
struct TransferFunctionTests {
  private static let function =
    "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>"

  /// - Parameter state: of a graphics state that the page, or the form 6, sets.
  private func file(
    _ state: String, page: String = "/GS gs /Im Do /Fm Do", form: String = "/Other Do"
  ) -> WrittenPDF {
    var file = WrittenPDF()
    let states = "/ExtGState << /GS << \(state) >> /Plain << /CA 1 >> >>"
    file.addPage(3, "/Resources << \(states) /XObject << /Im 5 0 R /Fm 6 0 R >> >>", page)
    file.addImage(5, width: 9, height: 9)
    file.addForm(6, "/Resources << \(states) /XObject << /Other 7 0 R >> >>", form)
    file.addImage(7, width: 9, height: 9)
    file.addForm(8, "/Resources << /XObject << /Im 7 0 R >> >>", "/Im Do")
    return file
  }

  @Test(arguments: [
    "/TR \(function)", "/TR2 \(function)", "/TR [\(function) \(function) \(function) \(function)]",
    "/TR /Identity /TR2 \(function)", "/HT << /HalftoneType 1 /TransferFunction \(function) >>",
    "/HT << /HalftoneType 5 /Default << /HalftoneType 1 /TransferFunction \(function) >> >>",
  ])
  func `All that the content draws is under it`(state: String) throws {
    let file = file(state)
    #expect(try file.use(of: 5)?.isTransferred == true)
    #expect(try file.use(of: 7)?.isTransferred == true)
  }

  @Test(arguments: [
    "", "/TR /Identity", "/TR2 /Default", "/TR null",
    "/HT << /HalftoneType 1 /TransferFunction /Identity >>", "/HT /Default",
  ])
  func `None is`(state: String) throws {
    let file = file(state)
    #expect(try file.use(of: 5)?.isTransferred == false)
    #expect(try file.use(of: 7)?.isTransferred == false)
  }

  @Test func `A form's own is not its page's`() throws {
    let file = file(
      "/TR \(Self.function)", page: "/Plain gs /Im Do /Fm Do", form: "/GS gs /Other Do")
    #expect(try file.use(of: 5)?.isTransferred == false)
    #expect(try file.use(of: 7)?.isTransferred == true)
  }

  @Test func `That of a soft mask is for what makes the mask`() throws {
    let file = file(
      "/SMask << /S /Luminosity /G 8 0 R /TR \(Self.function) >>", page: "/GS gs /Im Do")
    #expect(try file.use(of: 5)?.isTransferred == false)
    #expect(try file.use(of: 7)?.isTransferred == true)
  }

  @Test func `They stay as they are`() throws {
    var file = WrittenPDF()
    file.addPage(
      3,
      "/Resources << /ExtGState << /GS << /TR \(Self.function) >> >> /XObject << /Im 5 0 R >> >>",
      "/GS gs q 144 0 0 144 0 0 cm /Im Do Q")
    file.add(
      5,
      "/Type /XObject /Subtype /Image /Width 400 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceRGB",
      stream: CompressedPictureTests.photo())
    let result = try Compressed(file.bytes)
    #expect(
      result.images.first?["why"]?.text
        == "a transfer function would show what coding it anew loses")
    // As a spared picture is compressed without a loss, or not at all.
    let image = try PDFFile(InputFile(bytes: result.bytes), limits: .standard)
      .page(0)["/Resources"]["/XObject"]["/Im"]
    #expect(try image.data(.generalised) == CompressedPictureTests.photo())
  }
}
