import Barcodes
import ConverterCore
import PictureModel
import Testing

/// Barcodes are read, and their texts compared.
@Suite struct BarcodeTests {
  /// Code 39: narrow and wide bars and spaces of each letter.
  private static let letters: [Character: String] = [
    "*": "nwnnwnwnn", "P": "nnwnwnnwn", "A": "wnnnnwnnw", "T": "nnnnwnwwn", "C": "wnwnnwnnn",
    "H": "wnnnnwwnn",
  ]

  /// A barcode on white paper, upright or on its side.
  private func page(_ text: String, module: Int = 3, onSide: Bool = false) -> PixelBuffer {
    var bars = [Bool](repeating: false, count: 60)
    for letter in "*\(text)*" {
      for (index, width) in (Self.letters[letter] ?? "").enumerated() {
        bars += [Bool](repeating: index % 2 == 0, count: module * (width == "w" ? 3 : 1))
      }
      bars += [Bool](repeating: false, count: module)
    }
    bars += [Bool](repeating: false, count: 60)
    let (long, short) = (bars.count, 300)
    let page = PixelBuffer(.gray8, width: onSide ? short : long, height: onSide ? long : short)
    for y in 0..<page.height {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<page.width {
        let (along, across) = onSide ? (y, x) : (x, y)
        row[x] = bars[along] && (80..<220).contains(across) ? 20 : 240
      }
    }
    return page
  }

  @Test(arguments: [(2, false), (3, true), (6, false)])
  func code39(module: Int, onSide: Bool) throws {
    let page = page("PATCHT", module: module, onSide: onSide)
    let found = try ZBarReader().barcodes(in: page, of: [.code39, .qr])
    #expect(found == [Barcode(.code39, "PATCHT")])
    #expect(try ZBarReader().finds("PATCHT", in: page))
    #expect(try !ZBarReader().finds("PATCH", in: page))
    #expect(try !ZBarReader().finds("patcht", in: page))
  }

  @Test func whatIsNotAskedForIsNotRead() throws {
    #expect(try ZBarReader().barcodes(in: page("PATCHT"), of: [.qr, .code128]) == [])
    #expect(try ZBarReader().barcodes(in: page("PATCHT"), of: []) == [])
  }

  @Test func paperHasNone() throws {
    let paper = PixelBuffer(.gray8, width: 1, height: 1)
    paper.planes[0].row(0, as: UInt8.self)[0] = 255
    #expect(try ZBarReader().barcodes(in: paper, of: Set(Barcode.Kind.allCases)) == [])
  }

  @Test func kindsForTexts() {
    func kinds(_ text: String) -> [Barcode.Kind] {
      Barcode.Kind.allCases.filter { $0.holds(text) }
    }
    #expect(kinds("PATCHT") == [.qr, .code39, .code93, .code128])
    #expect(kinds("Ende – Schluß") == [.qr])
    #expect(kinds("1234") == [.qr, .code39, .code93, .code128, .codabar, .interleaved])
    #expect(kinds("4006381333931").suffix(2) == [.interleaved, .ean13])
    #expect(kinds("96385074").last == .ean8)
  }
}
