import ConverterCore
import PictureModel

/// What became of everything in a file that was made smaller.
struct CompressionReceipt {
  struct Image: Sendable {
    /// The first page that shows it, from 0.
    var page: Int?
    var width: Int
    var height: Int
    /// `nil` where it is not known how large it is drawn.
    var dpi: Double?
    var codec: String
    var byteCount: Int
    var outcome: Outcome
    /// That of JPEG, where the picture is coded anew with it.
    var quality: Quality?

    enum Outcome: Sendable {
      case became(width: Int, height: Int, codec: String, byteCount: Int)
      /// - Parameter why: a part of a sentence: "it is JBIG2 already".
      case leftAlone(why: String)
    }
  }

  var images: [Image] = []
  /// Fonts whose glyphs are in the file.
  var fonts = 0
  var fontBytes = 0
  /// The same in the input.
  var fontsBefore = 0
  var fontBytesBefore = 0
  var streamsMerged = 0
  /// By merging and by better compression of what is no picture.
  var bytesSaved = 0
  var objectsDropped = 0
  var bytesIn = 0
  var bytesOut = 0
  var pages = 0
}

extension CompressionReceipt {
  /// Whether any picture was coded anew.
  var changesPictures: Bool { images.contains(where: \.isChanged) }

  /// Whether any picture has fewer pixels than it had.
  var reducesPictures: Bool {
    images.contains { image in
      guard case .became(let width, let height, _, _) = image.outcome else { return false }
      return width < image.width || height < image.height
    }
  }

  /// Says in the ledger how samples of pictures differ from those of the input.
  func notePixels(in context: ConversionContext) {
    if let quality = images.lazy.compactMap(\.quality).first {
      context.noteLossyPixels("JPEG", quality)
    } else if reducesPictures {
      context.note("pixels", .changed, why: "pictures have fewer of them")
    }
  }

  /// The same where the result is thrown away, as it is not smaller than the input.
  var unchanged: CompressionReceipt { unchanged(why: "the file would not become smaller") }

  func unchanged(why: String) -> CompressionReceipt {
    var receipt = self
    for index in images.indices {
      if case .became = images[index].outcome {
        receipt.images[index].outcome = .leftAlone(why: why)
        receipt.images[index].quality = nil
      }
    }
    (receipt.fonts, receipt.fontBytes) = (fontsBefore, fontBytesBefore)
    (receipt.streamsMerged, receipt.bytesSaved, receipt.objectsDropped) = (0, 0, 0)
    receipt.bytesOut = bytesIn
    return receipt
  }

  /// - Parameter pages: what was said of scanned pages before.
  func json(besides pages: JSONValue?) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let pages { members.append(.init("pages", pages)) }
    members += [
      .init("images", .array(images.map(\.json))),
      .init(
        "fonts", .object([.init("count", .integer(fonts)), .init("bytes", .integer(fontBytes))])),
      .init(
        "structure",
        .object([
          .init("streamsMerged", .integer(streamsMerged)),
          .init("bytesSaved", .integer(bytesSaved)),
          .init("objectsDropped", .integer(objectsDropped)),
        ])),
    ]
    members.append(
      .init(
        "totals",
        .object([
          .init("bytesIn", .integer(bytesIn)), .init("bytesOut", .integer(bytesOut)),
          .init("pages", .integer(self.pages)),
        ])))
    return .object(members)
  }
}

extension CompressionReceipt.Image {
  /// Whether the picture was coded anew.
  var isChanged: Bool { if case .became = outcome { true } else { false } }

  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("page", page.map { .integer($0 + 1) } ?? .null),
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("dpi", dpi.map { .number(($0 * 10).rounded() / 10) } ?? .null),
      .init("codec", .string(codec)), .init("bytes", .integer(byteCount)),
    ]
    switch outcome {
    case .became(let width, let height, let codec, let byteCount):
      members.append(
        .init(
          "became",
          .object([
            .init("width", .integer(width)), .init("height", .integer(height)),
            .init("codec", .string(codec)), .init("bytes", .integer(byteCount)),
          ])))
    case .leftAlone(let why): members.append(.init("why", .string(why)))
    }
    return .object(members)
  }
}
