package import ConverterCore

/// A file in JPEG 2000 with all that its headers say: JP2 and JPX (ISO/IEC 15444-1, annex I; 15444-2, annex M), or
/// a bare codestream.
package struct JPEG2000File: Sendable {
  package let input: InputFile
  package let header: JP2Header
  package let codestream: Codestream
  /// Whether no boxes are around the codestream.
  package let isBare: Bool
  /// Codestreams behind the first.
  package let furtherCodestreams: Int
  /// The contents of boxes with metadata.
  package let exif: Range<Int>?
  package let xmp: Range<Int>?
  package let iptc: Range<Int>?
  /// Whole boxes that say nothing of pixels.
  package let metadataBoxes: [Range<Int>]

  /// Identifiers of Exif (`JpgTiffExif->JP2`), XMP and IPTC.
  package static let exifID = Array("JpgTiffExif->JP2".utf8)
  package static let xmpID: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  static let iptcID: [UInt8] = [
    0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38,
  ]

  /// Reads headers alone.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `readFailed`.
  package init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    self.input = input
    guard try input.read(at: 0, count: 2) != [0xFF, 0x4F] else {
      header = JP2Header()
      codestream = try Codestream(input, in: 0..<input.byteCount, context)
      isBare = true
      furtherCodestreams = 0
      (exif, xmp, iptc, metadataBoxes) = (nil, nil, nil, [])
      return
    }
    let boxes = try TopBoxes(input, in: context)
    isBare = false
    header = boxes.header
    furtherCodestreams = boxes.furtherCodestreams
    (exif, xmp, iptc) = (boxes.exif, boxes.xmp, boxes.iptc)
    metadataBoxes = boxes.metadata
    guard let range = boxes.codestream else {
      throw boxes.isFragmented
        ? ConversionError(
          .unsupportedContent, "its JPEG 2000 data are in fragments, or in other files")
        : ConversionError(.damagedInput, "there is no JPEG 2000 data in it")
    }
    codestream = try Codestream(input, in: range, context)
    guard let size = header.size, size.width == codestream.width,
      size.height == codestream.height, size.components == codestream.components.count
    else {
      throw ConversionError(
        .damagedInput, "its header does not say the same of the picture as its JPEG 2000 data")
    }
  }
}

/// The boxes that are in no other.
private struct TopBoxes {
  private var found: JP2Header?
  /// The colours of the first layer, which shows the first codestream.
  private var layerColour: JP2Header.Colour?
  var codestream: Range<Int>?
  var furtherCodestreams = 0
  var isFragmented = false
  var exif: Range<Int>?
  var xmp: Range<Int>?
  var iptc: Range<Int>?
  var metadata: [Range<Int>] = []

  var header: JP2Header {
    var header = found ?? JP2Header()
    if header.colour == .unspecified, let layerColour { header.colour = layerColour }
    return header
  }

  private static let signature: [UInt8] = [
    0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
  ]

  init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    guard try input.read(at: 0, count: 12) == Self.signature else {
      throw ConversionError(.damagedInput, "does not begin as JPEG 2000 files do")
    }
    var cursor = BoxCursor(input, in: 12..<input.byteCount)
    while true {
      do throws(ConversionError) {
        guard let box = try cursor.next() else { break }
        try context.checkpoint()
        try take(box, of: input)
      } catch {
        // The picture is there; what follows it is not worth failing for.
        guard codestream != nil, error.code == .damagedInput else { throw error }
        context.warn("what follows the picture is damaged: \(error.message)")
        break
      }
    }
  }

  private mutating func take(_ box: Box, of input: InputFile) throws(ConversionError) {
    switch box.type {
    // There is one, and what is behind another picture may be of that.
    case "jp2h": if found == nil { found = try JP2Header(input, in: box.content) }
    case "jplh": if layerColour == nil { layerColour = try Self.colour(ofLayer: box, of: input) }
    case "jp2c":
      if codestream == nil { codestream = box.content } else { furtherCodestreams += 1 }
    case "ftbl": isFragmented = true
    case "xml ": metadata.append(box.range)
    case "uuid":
      metadata.append(box.range)
      guard box.content.count > 16 else { return }
      let content = box.content.dropFirst(16)
      let identifier = try input.read(at: box.content.lowerBound, count: 16)
      if identifier == JPEG2000File.exifID { exif = exif ?? content }
      if identifier == JPEG2000File.xmpID { xmp = xmp ?? content }
      if identifier == JPEG2000File.iptcID { iptc = iptc ?? content }
    default: break
    }
  }

  /// JPX may say what colours are for the layer that shows the codestream, and not for all of them (M.11.7).
  private static func colour(
    ofLayer box: Box, of input: InputFile
  ) throws(ConversionError) -> JP2Header.Colour {
    var colour = JP2Header.Colour.unspecified
    var cursor = BoxCursor(input, in: box.content)
    while let inner = try cursor.next() {
      guard inner.type == "cgrp", colour == .unspecified else { continue }
      colour = try JP2Header(input, in: inner.content).colour
    }
    return colour
  }
}
