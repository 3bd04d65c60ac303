import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

/// Files that end too early, or hold another byte somewhere.
@Suite struct DamageTests {
  /// A file with most of what leads from one object to another.
  private static let full = TinyPDF(
    """
    /Outlines 20 0 R /Names << /Dests 23 0 R >> /PageLabels << /Nums [0 << /S /r >>] >>
    /AcroForm << /Fields [25 0 R] >> /StructTreeRoot 28 0 R /MarkInfo << /Marked true >>
    """,
    pages: [
      "/Resources << /XObject << /Im 30 0 R /Fm 31 0 R >> >> /Annots [25 0 R 26 0 R] /StructParents 0",
      "/Rotate 90 /CropBox [0 0 50 50]",
    ],
    [
      20: "<< /First 21 0 R /Last 21 0 R /Count 1 >>",
      21: "<< /Title (a) /Parent 20 0 R /Dest (n) >>",
      23: "<< /Names [(n) [11 0 R /Fit]] >>",
      25: "<< /Subtype /Widget /Rect [0 0 9 9] /T (a) /FT /Tx /V (b) /P 10 0 R >>",
      26: "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D (n) >> >>",
      28: "<< /Type /StructTreeRoot /K 29 0 R /ParentTree << /Nums [0 [29 0 R]] >> >>",
      29: "<< /S /P /P 28 0 R /K 0 /Pg 10 0 R >>",
      30:
        "<< /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 1 /ColorSpace /DeviceGray /Length 18 >>\nstream\nabcdefghijklmnopqr\nendstream",
      31:
        "<< /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Im 30 0 R >> >> /Length 6 >>\nstream\n/Im Do\nendstream",
    ]
  ).bytes

  @Test func theWholeIsSound() {
    #expect(EveryVerb.run(Self.full) == nil)
  }

  @Test(arguments: 0..<4)
  func everyByteMayBeTheLast(quarter: Int) {
    for count in stride(from: quarter, to: Self.full.count, by: 4) {
      EveryVerb.run(Array(Self.full.prefix(count)), "cut at \(count)")
    }
  }

  @Test(arguments: 0..<4)
  func everyByteMayBeAnother(quarter: Int) {
    var noise = Noise(UInt64(quarter))
    let digits = Array("0123456789-<>[]()/R ".utf8)
    for place in stride(from: quarter, to: Self.full.count, by: 4) {
      var bytes = Self.full
      bytes[place] = digits[Int(noise.next() % UInt64(digits.count))]
      EveryVerb.run(bytes, "byte \(place) is \(bytes[place])")
    }
  }

  /// What is compressed as a whole: objects and references in streams.
  @Test func anyByteOfCompressedObjectsMayBeAnother() throws {
    let whole = try Compressed(Self.full).bytes
    #expect(EveryVerb.run(whole) == nil)
    var noise = Noise(7)
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] = UInt8(truncatingIfNeeded: noise.next())
      EveryVerb.run(bytes, "byte \(place) is \(bytes[place])")
      EveryVerb.run(Array(whole.prefix(place)), "cut at \(place)")
    }
  }

  @Test(arguments: OtherDocuments.all)
  func filesMayEndAnywhere(sample: Sample) throws {
    let whole = try sample.bytes()
    guard whole.count < 400_000 else { return }
    var noise = Noise(UInt64(whole.count))
    for _ in 0..<6 {
      let count = Int(noise.next() % UInt64(whole.count))
      EveryVerb.run(Array(whole.prefix(count)), "cut at \(count)")
      var bytes = whole
      bytes[count] ^= 1 << (noise.next() % 8)
      EveryVerb.run(bytes, "a bit of byte \(count)")
    }
  }
}
