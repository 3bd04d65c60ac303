import ConverterCore
import Deflate

/// Rows of samples on their way to FlateDecode.
struct FlateImage {
  let width: Int
  let height: Int
  let channels: Int
  let bits: Int
  /// Rows that begin with a byte each.
  let rows: [UInt8]

  private var rowBytes: Int { (width * channels * bits + 7) / 8 }
  private var pixelBytes: Int { (channels * bits + 7) / 8 }

  struct Coded {
    let bytes: [UInt8]
    let isPredicted: Bool
  }

  /// The smallest of what predictors make of it.
  ///
  /// Drawings are often smaller without one. Both are tried only where that takes no time to speak of.
  func coded(isDrawing: Bool) throws(ConversionError) -> Coded {
    let level = rows.count > 1 << 24 ? 6 : 9
    let compressor = try DeflateHandle(level: level)
    let isSmall = rows.count <= 1 << 23
    var plain: [UInt8]?
    if isDrawing || bits < 8 {
      plain = compressor.zlibStream(of: rows)
      // Predictors work on bytes: smaller samples they make less alike.
      if let plain, bits < 8 || !isSmall { return Coded(bytes: plain, isPredicted: false) }
    }
    let predicted = compressor.zlibStream(
      of:
        PNGFilters.filtered(rows, rowBytes: rowBytes, pixelBytes: pixelBytes))
    if let plain, plain.count <= predicted.count { return Coded(bytes: plain, isPredicted: false) }
    return Coded(bytes: predicted, isPredicted: true)
  }

  /// What ``coded(isDrawing:)`` comes to, from some of the rows.
  func estimatedByteCount() throws(ConversionError) -> Int {
    // Strips of 16 rows, one in eight.
    var sample: [UInt8] = []
    for start in stride(from: 0, to: height, by: 128) {
      sample += rows[start * rowBytes..<min(start + 16, height) * rowBytes]
    }
    // Predictors work on bytes, and make nothing of smaller samples.
    let coded = try DeflateHandle(level: 4).zlibStream(
      of:
        bits < 8 ? sample : PNGFilters.filtered(sample, rowBytes: rowBytes, pixelBytes: pixelBytes))
    return coded.count * (rows.count / max(1, sample.count))
  }

  func parameters(of coded: Coded) -> [(String, RecodedImage.Parameter)] {
    guard coded.isPredicted else { return [] }
    return [
      ("/Predictor", .integer(15)), ("/Colors", .integer(channels)),
      ("/BitsPerComponent", .integer(bits)), ("/Columns", .integer(width)),
    ]
  }
}
