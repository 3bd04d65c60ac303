public import ConverterCore
public import PictureModel

/// Reads PBM, PGM, PPM, PAM and PFM; several pictures in a file are pages.
public struct NetpbmReader: Reader {
  public let name = "Netpbm"
  public let types: [ContentType.ID] = [
    "public.pbm", "public.pgm", "public.ppm", "public.pnm", "public.pam", "public.pfm",
  ]
  public let ledgerWords = ["range"]
  public let mayGiveParts = true

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `unsupportedContent`; `limitExceeded`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      let headers = try headers(of: input, in: context.conversion)
      var first = picture(headers[0], of: input, in: context.conversion)
      guard headers.count > 1 else { return first }
      first.parts = headers.enumerated().map { index, header in
        let (number, last) = (String(index + 1), String(headers.count))
        let padding = String(repeating: "0", count: last.count - number.count)
        return Sibling(name: padding + number) { () throws(ConversionError) in
          picture(header, of: input, in: context.conversion)
        }
      }
      return first
    }
  }

  /// Of all pictures, which stand one behind the other.
  private func headers(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> [NetpbmHeader] {
    var headers: [NetpbmHeader] = []
    var cursor = InputCursor(input)
    while true {
      let header = try NetpbmHeader(&cursor)
      try header.check(cursor.remaining, in: context.limits)
      headers.append(header)
      try context.limits.check(.entries, headers.count, for: "a file of so many pictures")
      if headers.count.isMultiple(of: 1024) { try context.checkpoint() }
      guard header.rowByteCount > 0, cursor.skip(header.rowByteCount * header.height) else { break }
      guard try beginsAnother(&cursor) else { break }
    }
    if cursor.remaining > 0, headers[headers.count - 1].rowByteCount > 0 {
      context.warn("\(cursor.remaining) bytes after the end of the picture were ignored")
    }
    return headers
  }

  private func beginsAnother(_ cursor: inout InputCursor) throws(ConversionError) -> Bool {
    guard cursor.remaining > 2 else { return false }
    var ahead = cursor
    let mark = try ahead.bytes(2) ?? []
    return mark.first == UInt8(ascii: "P")
      && (UInt8(ascii: "4")...UInt8(ascii: "7")).contains(mark[1])
  }

  private func picture(
    _ header: NetpbmHeader, of input: InputFile, in context: ConversionContext
  ) -> Picture {
    let facts = PictureFacts(header)
    if case .float = header.coding {
      context.note(
        "range", .changed,
        why: "floating-point samples become 16 bits; what is below 0 or above 1 is cut")
    }
    return Picture(facts) { _ throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try NetpbmRows(header, facts.format, of: input, in: context)
      }
    }
  }
}

extension NetpbmHeader {
  /// - Throws: `limitExceeded`; `damagedInput` where the picture cannot be in so many bytes.
  fileprivate func check(_ remaining: Int, in limits: Limits) throws(ConversionError) {
    let pixels = try limits.checkPixels(width: width, height: height)
    let least: (count: Int, isTooMuch: Bool)
    switch coding {
    case .plainBits: least = (pixels, false)
    // A digit each, and a blank between two.
    case .plain:
      let (count, isTooMuch) = pixels.multipliedReportingOverflow(by: 2 * depth)
      least = (count - 1, isTooMuch)
    case .bits, .raw, .float:
      let (count, isTooMuch) = rowByteCount.multipliedReportingOverflow(by: height)
      least = (count, isTooMuch)
    }
    guard !least.isTooMuch, least.count <= remaining else { throw Self.cutOff }
  }
}

extension PictureFacts {
  fileprivate init(_ header: NetpbmHeader) {
    var isDeep = header.most > 255
    if case .float = header.coding { isDeep = true }
    let channels: PixelFormat.Channels =
      switch header.channels {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk: .cmyk
      }
    // The bits that it takes to tell as many steps apart.
    let bits = Int.bitWidth - header.most.leadingZeroBitCount
    self.init(
      width: header.width, height: header.height,
      format: PixelFormat(
        channels, alpha: header.hasAlpha ? .straight : .none, bitDepth: isDeep ? 16 : 8),
      sampleDepth: !isDeep ? 8 : header.most == 1023 || header.most == 4095 ? bits : 16,
      coding: header.words)
    isLossless = true
    if header.channels == .gray, !header.hasAlpha, !isDeep, [1, 3, 15].contains(header.most) {
      let colours = (0...header.most).map { step in
        let gray = UInt8(step * 255 / header.most)
        return SIMD4(gray, gray, gray, 255)
      }
      palette = Palette(colours: colours, bitDepth: bits)
      sampleDepth = bits
    }
    // Light itself, as whoever measures it has it.
    if case .float = header.coding { colour = .calibrated(gamma: 1, nil) }
  }
}
