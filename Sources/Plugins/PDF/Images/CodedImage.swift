import ConverterCore
import PDFObjects

/// An image stream with everything that recoding needs, taken out of its file: any thread may work on it.
struct CodedImage: Sendable {
  var width: Int
  var height: Int
  /// Of a component. JPEG and JPEG 2000 say it themselves.
  var bits: Int
  var colourSpace: ImageColourSpace
  var filters: [ImageFilter]
  /// What samples are mapped to; `nil` where that is what their colour space has by default.
  var decode: [Double]?
  /// Whether it only says where the present colour is painted (ImageMask).
  var isStencil = false
  /// Whether samples of one colour are not painted: exact values, which nothing lossy may touch.
  var hasColourKey = false
  /// The data as they are in the file.
  var bytes: [UInt8]
  /// Why it is left alone whatever the goal is; `nil` where it is not.
  var obstacle: String?
  let context: ConversionContext

  /// As receipts name it: "JPEG", "Flate", "CCITT G4", "JBIG2", "JPEG 2000"; "none".
  var codec: String { filters.last?.codec ?? "none" }

  /// Samples of a pixel as they are coded.
  var channels: Int? { colourSpace.channels }

  /// Bytes of all rows before filters, each beginning with one.
  var packedCount: Int { (width * (channels ?? 1) * bits + 7) / 8 * height }
}

extension CodedImage {
  /// Smaller sides are those of rules and dots.
  private static let smallestSide = 8
  /// Smaller streams have nothing to give.
  private static let smallestStream = 128

  /// - Returns: `nil` for a stream that is no image. One that cannot or should not be recoded says why:
  ///   ``obstacle``.
  /// - Throws: `damagedInput` where qpdf cannot read on.
  init?(_ stream: PDFObject, in context: ConversionContext) throws(ConversionError) {
    guard stream.isStream, stream["/Subtype"].name == "/Image" else { return nil }
    let isStencil = stream["/ImageMask"].boolean ?? false
    self.init(
      width: stream["/Width"].integer ?? 0, height: stream["/Height"].integer ?? 0,
      bits: isStencil ? 1 : stream["/BitsPerComponent"].integer ?? 8,
      colourSpace: .stencil, filters: [], isStencil: isStencil, bytes: [], context: context)
    do throws(ConversionError) {
      filters = try ImageFilter.all(of: stream)
    } catch {
      guard error.isAboutImage else { throw error }
      obstacle = error.message
      return
    }
    if !isStencil {
      let space = stream["/ColorSpace"]
      colourSpace = space.isNull ? .coded : try ImageColourSpace(space)
    }
    hasColourKey = stream["/Mask"].isArray
    decode = stream["/Decode"].numbers
    obstacle = Self.obstacle(stream) ?? dictionaryObstacle
    guard obstacle == nil else { return }
    if let decode, isDefault(decode) { self.decode = nil }
    guard let raw = try stream.data(.none) else { return }
    bytes = raw
    if raw.count < Self.smallestStream { obstacle = "it is too small to gain from" }
  }

  /// What keys of the stream that are not taken over forbid.
  private static func obstacle(_ stream: PDFObject) -> String? {
    if stream.has("/F") { return "its data are in another file" }
    if stream.has("/Matte") || stream["/SMask"].has("/Matte") {
      return "its colours are mixed with those of a matte"
    }
    if (stream["/SMaskInData"].integer ?? 0) != 0 { return "its opacity is within its data" }
    if stream.has("/Alternates") || stream.has("/OPI") { return "other versions of it exist" }
    return nil
  }

  /// What is known before a byte is decoded.
  private var dictionaryObstacle: String? {
    if filters.last == .jbig2 { return "it is JBIG2 already" }
    guard width > 0, height > 0, width <= CCITTDecoder.mostColumns, height <= 1 << 24 else {
      return "its size makes no sense"
    }
    if min(width, height) < Self.smallestSide { return "it is too small to gain from" }
    if case .other("/DeviceN") = colourSpace {
      return "its colours are a mixture of inks of its own (DeviceN)"
    }
    if case .other(let name) = colourSpace {
      return "its colour space is \(name.dropFirst(name.hasPrefix("/") ? 1 : 0))".printable
    }
    let codesColours = filters.last == .jpx
    if isStencil, codesColours || filters.last?.codec == "JPEG" {
      return "it is a stencil in a coding for pictures"
    }
    if colourSpace == .coded, !codesColours { return "it has no colour space" }
    guard [1, 2, 4, 8, 16].contains(bits) else { return "its samples have \(bits) bits" }
    if case .indexed = colourSpace, bits > 8 { return "its samples have \(bits) bits" }
    if case .indexed = colourSpace, !movesColours, decode.map({ !isDefault($0) }) ?? false {
      return "the order of its colours is changed"
    }
    if let decode, let channels, decode.count != 2 * channels {
      return "its decode array is damaged"
    }
    guard (try? context.limits.checkPixels(width: width, height: height)) != nil else {
      return "it has more pixels than the limit"
    }
    // The decoded samples, those of another form, and what a codec holds beside them.
    let most = width * height * (codesColours ? 4 * 6 : expandedChannels * 3)
    if most > context.limits.memory { return "it needs more memory than the limit" }
    return nil
  }

  private var expandedChannels: Int {
    if case .indexed(let base, _) = colourSpace { return (base.channels ?? 4) + 1 }
    return channels ?? 4
  }

  private func isDefault(_ decode: [Double]) -> Bool {
    if case .indexed = colourSpace { return decode == [0, Double(1 << bits - 1)] }
    return decode.count.isMultiple(of: 2)
      && decode.indices.allSatisfy { decode[$0] == ($0.isMultiple(of: 2) ? 0 : 1) }
  }
}

extension ConversionError {
  /// Whether it says something of one image, which is then left alone, and not of the whole conversion.
  var isAboutImage: Bool { code == .damagedInput || code == .unsupportedContent }
}
