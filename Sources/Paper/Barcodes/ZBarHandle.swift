import CLibZBar
public import ConverterCore
public import PictureModel

/// Reads barcodes with ZBar.
public struct ZBarReader: BarcodeReader {
  /// - Throws: `missingLibrary`.
  public init() throws(ConversionError) { try SystemLibrary.zbar.open() }

  public func barcodes(
    in gray: PixelBuffer, of kinds: Set<Barcode.Kind>
  ) throws(ConversionError) -> [Barcode] {
    precondition(gray.format == .gray8)
    let plane = gray.planes[0]
    let list = FoundBarcodes()
    let isDone = withExtendedLifetime(list) {
      unsafe fairy_zbar_scan(
        plane.base.assumingMemoryBound(to: UInt8.self), UInt32(gray.width), UInt32(gray.height),
        plane.stride, kinds.reduce(0) { $0 | $1.bit },
        unsafe Unmanaged.passUnretained(list).toOpaque()
      ) { context, bit, text, length in
        guard let context = unsafe context, let text = unsafe text else { return }
        unsafe Unmanaged<FoundBarcodes>.fromOpaque(context).takeUnretainedValue()
          .add(bit, UnsafeRawBufferPointer(start: text, count: length))
      }
    }
    guard isDone else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory),
        "there is no memory to look for barcodes in \(gray.width)×\(gray.height) pixels")
    }
    return list.barcodes
  }
}

/// What the library found, one after the other.
private final class FoundBarcodes {
  private(set) var barcodes: [Barcode] = []

  func add(_ bit: UInt32, _ text: UnsafeRawBufferPointer) {
    guard let kind = Barcode.Kind.allCases.first(where: { $0.bit == bit }) else { return }
    unsafe barcodes.append(Barcode(kind, String(decoding: text, as: UTF8.self)))
  }
}

extension Barcode.Kind {
  fileprivate var bit: UInt32 {
    let bit =
      switch self {
      case .qr: FAIRY_ZBAR_QR
      case .code39: FAIRY_ZBAR_CODE39
      case .code93: FAIRY_ZBAR_CODE93
      case .code128: FAIRY_ZBAR_CODE128
      case .codabar: FAIRY_ZBAR_CODABAR
      case .interleaved: FAIRY_ZBAR_INTERLEAVED
      case .ean13: FAIRY_ZBAR_EAN13
      case .ean8: FAIRY_ZBAR_EAN8
      }
    return UInt32(bit)
  }
}

extension SystemLibrary {
  static let zbar = unsafe SystemLibrary(
    "ZBar", package: "libzbar0", opening: { unsafe fairy_zbar_open() })
}
