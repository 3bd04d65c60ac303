import ConverterCore

/// The chunks of a file, by what they hold.
extension FourCC {
  static let riff: FourCC = "RIFF"
  static let webp: FourCC = "WEBP"
  static let lossy: FourCC = "VP8 "
  static let lossless: FourCC = "VP8L"
  static let extended: FourCC = "VP8X"
  static let alpha: FourCC = "ALPH"
  static let animation: FourCC = "ANIM"
  static let frame: FourCC = "ANMF"
  static let profile: FourCC = "ICCP"
  static let exif: FourCC = "EXIF"
  static let xmp: FourCC = "XMP "
}

extension [UInt8] {
  init(littleEndian value: Int, width: Int) {
    self = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension ConversionError {
  static func damaged(_ message: String) -> ConversionError {
    ConversionError(.damagedInput, message)
  }
}
