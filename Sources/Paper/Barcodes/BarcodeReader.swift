public import ConverterCore
public import PictureModel

/// A library that reads barcodes.
public protocol BarcodeReader: Sendable {
  /// The barcodes in a picture, whichever way they lie, in no order that means anything.
  ///
  /// - Parameters:
  ///   - gray: 8 bits a sample, black 0; the narrowest bar two pixels wide or wider.
  ///   - kinds: those that are looked for: the fewer, the sooner it is done.
  /// - Throws: `missingLibrary`; `limitExceeded` where there is no memory.
  func barcodes(
    in gray: PixelBuffer, of kinds: Set<Barcode.Kind>
  ) throws(ConversionError) -> [Barcode]
}

extension BarcodeReader {
  /// Whether a barcode in a picture has a text, spaces around it aside.
  public func finds(_ text: String, in gray: PixelBuffer) throws(ConversionError) -> Bool {
    let kinds = Set(Barcode.Kind.allCases.filter { $0.holds(text) })
    return try barcodes(in: gray, of: kinds).contains { barcode in
      barcode.text.split(separator: " ").elementsEqual(text.split(separator: " "))
    }
  }
}
