import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// A file whose pages got words, as the command line would have it; the words are ``InkReader``'s.
struct Layered {
  let outcome: Outcome
  let bytes: [UInt8]
  private let password: Password?

  init(
    _ input: [UInt8], _ layer: String = "missing", password: String? = nil,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(input, to: "in.pdf")
    var registry = Registry()
    try PageTransforms.register(in: &registry)
    try PDFPlugin.register(in: &registry)
    registry.add(InkReader())
    self.password = password.map { Password(Array($0.utf8)) }
    var options = ConversionOptions()
    options.settings["text-layer"] = layer
    if let password = self.password { options.reading.passwords = Passwords([password]) }
    change(&options)
    let request = Request(
      input: .file(FilePath(path)), target: try ContentType.named("pdf", in: .complete),
      output: .file(FilePath(scratch.file("out.pdf"))), options: options)
    outcome = Converter(registry: registry).convert(request, threads: 2)
    bytes = scratch.names.contains("out.pdf") ? try scratch.bytes("out.pdf") : []
  }

  var error: ConversionError? {
    if case .failed(let error) = outcome.status { error } else { nil }
  }

  var ledger: [String] { outcome.ledger.map { "\($0.what) \($0.action) \($0.why ?? "")" } }

  func file() throws -> PDFFile { try Self.file(bytes, password: password) }

  static func file(_ bytes: [UInt8], password: Password? = nil) throws -> PDFFile {
    try PDFFile(InputFile(bytes: bytes), password: password, limits: .standard)
  }

  /// What is copied from each page, by lines.
  func text() throws -> [[String]] {
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "in.pdf")
    let known = password.map { String(decoding: $0.bytes, as: UTF8.self) }
    let words = known.map { ["-opw", $0, "-upw", $0] } ?? []
    let result = try Program.run(
      "/usr/bin/pdftotext", ["-raw"] + words + ["in.pdf", "-"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    return result.text.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: "\n").map(String.init)
    }
  }
}

/// Takes every dark part of a page's height for a word as high and wide as it: `ink1`, `ink2` … from the top.
struct InkReader: Bridge {
  let ledgerWords = ["words"]
  let descriptors = RecognitionOptions.descriptors

  func cross(
    _ model: Picture, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedText {
    let pixels = try PixelBuffer(
      collecting: try model.pixels(for: PixelDemand([.rgb8]), in: context), in: context)
    var boxes: [RecognizedPage.Box] = []
    var previous = -2
    for y in 0..<pixels.height {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      let dark = (0..<pixels.width).filter { row[3 * $0] < 60 }
      guard let left = dark.first, let last = dark.last else { continue }
      let own = RecognizedPage.Box(left: left, top: y, right: last + 1, bottom: y + 1)
      if previous == y - 1, let before = boxes.popLast() {
        boxes.append(RecognizedPage.Box(around: [before, own]))
      } else {
        boxes.append(own)
      }
      previous = y
    }
    var page = RecognizedPage(width: pixels.width, height: pixels.height, dpi: 300)
    page.blocks = boxes.enumerated().map { index, box in
      let base = Double(box.bottom) - 0.2 * Double(box.height)
      let word = RecognizedPage.Word("ink\(index + 1)", box: box, confidence: 0.9)
      return .init([
        .init([
          .init(
            [word], box: box,
            baseline: .init(x1: Double(box.left), y1: base, x2: Double(box.right), y2: base))
        ])
      ])
    }
    return RecognizedText([page])
  }
}

extension WrittenPDF {
  /// Adds a picture of black pixels.
  mutating func addInk(_ number: Int) {
    add(
      number,
      "/Type /XObject /Subtype /Image /Width 8 /Height 4 /BitsPerComponent 1 /ColorSpace /DeviceGray",
      stream: [0, 0, 0, 0])
  }

  /// What draws one, from the lower left corner.
  static func ink(_ name: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "q \(width) 0 0 \(height) \(x) \(y) cm /\(name) Do Q"
  }
}
