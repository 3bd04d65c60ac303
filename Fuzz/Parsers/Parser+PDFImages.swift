import PDFPlugin

extension Parser {
  /// CCITT data; the first two bytes choose the parameters.
  static let fax = Parser(name: "fax") { bytes in
    guard bytes.count > 2 else { return }
    var parameters = CCITTParameters()
    parameters.k = Int(bytes[0] % 3) - 1
    parameters.isByteAligned = bytes[0] & 4 != 0
    parameters.hasEndOfLine = bytes[0] & 8 != 0
    parameters.hasEndOfBlock = bytes[0] & 16 != 0
    parameters.blackIs1 = bytes[0] & 32 != 0
    parameters.columns = Int(bytes[1]) * (bytes[0] & 64 != 0 ? 40 : 1) + 1
    guard var decoder = try? CCITTDecoder(parameters) else { return }
    let rows = decoder.decode(Array(bytes.dropFirst(2)), height: 2000)
    precondition(
      rows.count == decoder.rows * ((parameters.columns + 7) / 8), "rows are not whole")
    precondition(decoder.damagedRows <= decoder.rows, "more is damaged than is there")
  }

  static let lzw = Parser(name: "lzw") { bytes in
    for earlyChange in [true, false] {
      let result = try? LZW.decode(bytes, earlyChange: earlyChange, atMost: 1 << 20)
      precondition((result?.count ?? 0) <= 1 << 20, "more than may be")
    }
  }

  static let runLength = Parser(name: "run-length") { bytes in
    let result = try? RunLength.decode(bytes, atMost: 1 << 16)
    precondition((result?.count ?? 0) <= 1 << 16, "more than may be")
  }

  static let ascii85 = Parser(name: "ascii85") { bytes in
    let result = try? ASCII85.decode(bytes, atMost: 1 << 16)
    precondition((result?.count ?? 0) <= 1 << 16 + 4, "more than may be")
    _ = try? ASCIIHex.decode(bytes, atMost: 1 << 16)
  }
}
