import ConverterCore
import PDFObjects

/// A filter of a stream with its parameters (ISO 32000-1, 7.4).
enum ImageFilter: Sendable, Equatable {
  case asciiHex, ascii85, runLength
  case flate(Predictor?)
  case lzw(Predictor?, earlyChange: Bool)
  case ccitt(CCITTParameters)
  /// - Parameter transform: whether the colours were made YCbCr or YCCK; `nil` where the stream does not say.
  case dct(transform: Bool?)
  case jpx
  case jbig2

  /// As receipts name it.
  var codec: String {
    switch self {
    case .asciiHex: "ASCII"
    case .ascii85: "ASCII"
    case .runLength: "run length"
    case .flate: "Flate"
    case .lzw: "LZW"
    case .ccitt(let parameters): parameters.k < 0 ? "CCITT G4" : "CCITT G3"
    case .dct: "JPEG"
    case .jpx: "JPEG 2000"
    case .jbig2: "JBIG2"
    }
  }

  /// By how many times data may grow when it is undone; 1 where it codes pictures.
  var mostExpansion: Int {
    switch self {
    case .asciiHex, .ccitt, .dct, .jpx, .jbig2: 1
    case .ascii85: 4
    case .runLength: 64
    // A byte may stand for four of the longest copies.
    case .flate: 1032
    // A code of twelve bits may stand for nearly as many bytes as there are codes.
    case .lzw: 4096
    }
  }

  /// Whether it codes pictures, so that nothing may follow it.
  var isImageCodec: Bool {
    switch self {
    case .ccitt, .dct, .jpx, .jbig2: true
    default: false
    }
  }
}

extension ImageFilter {
  /// No program writes more, and each costs a pass.
  private static let mostFilters = 8

  /// The filters of a stream in the order in which they are undone.
  ///
  /// - Throws: `unsupportedContent` for a filter that is none of PDF's, `damagedInput`.
  static func all(of stream: PDFObject) throws(ConversionError) -> [ImageFilter] {
    let filter = stream["/Filter"]
    var parameters = stream["/DecodeParms"]
    if parameters.isNull { parameters = stream["/DP"] }
    guard !filter.isNull else { return [] }
    let names = filter.isArray ? filter.items : [filter]
    guard names.count <= mostFilters else {
      throw ConversionError(.unsupportedContent, "it has \(names.count) filters")
    }
    var filters: [ImageFilter] = []
    for (index, name) in names.enumerated() {
      let own = parameters.isArray ? parameters[index] : index == 0 ? parameters : stream.file.null
      filters.append(try ImageFilter(name.name ?? "", own))
    }
    return filters
  }

  private init(_ name: String, _ parameters: PDFObject) throws(ConversionError) {
    switch name {
    case "/ASCIIHexDecode", "/AHx": self = .asciiHex
    case "/ASCII85Decode", "/A85": self = .ascii85
    case "/RunLengthDecode", "/RL": self = .runLength
    case "/FlateDecode", "/Fl": self = .flate(try Predictor(parameters))
    case "/LZWDecode", "/LZW":
      self = .lzw(
        try Predictor(parameters), earlyChange: (parameters["/EarlyChange"].integer ?? 1) != 0)
    case "/CCITTFaxDecode", "/CCF": self = .ccitt(CCITTParameters(parameters))
    case "/DCTDecode", "/DCT":
      self = .dct(transform: parameters["/ColorTransform"].integer.map { $0 != 0 })
    case "/JPXDecode": self = .jpx
    case "/JBIG2Decode": self = .jbig2
    default:
      throw ConversionError(
        .unsupportedContent, "its filter \(name.printable) is not one that is known")
    }
  }
}

extension CCITTParameters {
  init(_ parameters: PDFObject) {
    self.init()
    k = parameters["/K"].integer ?? 0
    columns = parameters["/Columns"].integer ?? 1728
    rows = parameters["/Rows"].integer ?? 0
    blackIs1 = parameters["/BlackIs1"].boolean ?? false
    isByteAligned = parameters["/EncodedByteAlign"].boolean ?? false
    hasEndOfLine = parameters["/EndOfLine"].boolean ?? false
    hasEndOfBlock = parameters["/EndOfBlock"].boolean ?? true
    damagedRowsBeforeError = parameters["/DamagedRowsBeforeError"].integer ?? 0
  }
}

extension Predictor {
  /// `nil` where nothing was predicted.
  fileprivate init?(_ parameters: PDFObject) throws(ConversionError) {
    let kind = parameters["/Predictor"].integer ?? 1
    guard kind != 1 else { return nil }
    guard
      let predictor = Predictor(
        kind: kind, colours: parameters["/Colors"].integer ?? 1,
        bits: parameters["/BitsPerComponent"].integer ?? 8,
        columns: parameters["/Columns"].integer ?? 1)
    else { throw ConversionError(.damagedInput, "its predictor \(kind) makes no sense") }
    self = predictor
  }
}

extension [ImageFilter] {
  /// What ends a file may follow the data of a picture.
  private static let slack = 4096

  /// Undoes all filters up to one that codes pictures, which must be the last.
  ///
  /// - Parameters:
  ///   - count: how many bytes are expected; data that come to many more are refused, not expanded.
  ///   - isExact: whether fewer are refused, too.
  /// - Throws: `damagedInput`, `missingLibrary`.
  func undone(
    _ bytes: [UInt8], expecting count: Int, isExact: Bool = true
  ) throws(ConversionError) -> (bytes: [UInt8], codec: ImageFilter?) {
    var bytes = bytes
    for (index, filter) in enumerated() {
      let isLast = index == self.count - 1
      if filter.isImageCodec {
        guard isLast else {
          throw ConversionError(.damagedInput, "a filter follows that of its picture")
        }
        return (bytes, filter)
      }
      // What is still coded is not larger than the picture, but for small ones.
      let limit = count + (isLast ? Self.slack : 1 << 20)
      bytes = try filter.undone(bytes, atMost: limit)
    }
    if isExact {
      guard bytes.count >= count else {
        throw ConversionError(.damagedInput, "its data end before the picture does")
      }
    }
    return (bytes, nil)
  }
}

extension ImageFilter {
  /// - Parameter limit: the most bytes that may come out.
  fileprivate func undone(_ bytes: [UInt8], atMost limit: Int) throws(ConversionError) -> [UInt8] {
    switch self {
    case .asciiHex: return try ASCIIHex.decode(bytes, atMost: limit)
    case .ascii85: return try ASCII85.decode(bytes, atMost: limit)
    case .runLength: return try RunLength.decode(bytes, atMost: limit)
    case .flate(let predictor):
      let coded = try InflateHandle().inflate(bytes, atMost: predictor?.codedCount(limit) ?? limit)
      return try predictor?.undone(coded) ?? coded
    case .lzw(let predictor, let earlyChange):
      let coded = try LZW.decode(
        bytes, earlyChange: earlyChange, atMost: predictor?.codedCount(limit) ?? limit)
      return try predictor?.undone(coded) ?? coded
    case .ccitt, .dct, .jpx, .jbig2: return bytes
    }
  }
}
