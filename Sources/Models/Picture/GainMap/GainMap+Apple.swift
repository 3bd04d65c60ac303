internal import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Apple's form: `hdr = base · (1 + (headroom − 1) · light)`, the light of the gain map's samples by the tone
/// curve of ITU-R BT.709 ("Applying Apple HDR effect to your photos", Apple's documentation of AppKit).
extension GainMap {
  /// - Parameters:
  ///   - xmp: the packet of the gain map picture, which names the headroom from version 2 on.
  ///   - exif: of the base; the notes of its maker tell the headroom of earlier ones.
  /// - Returns: `nil` where neither tells it, or it is none.
  public init?(appleXMP xmp: [UInt8]?, exif: [UInt8]?) {
    guard let ratio = xmp.flatMap(Self.statedHeadroom) ?? exif.flatMap(Self.notedHeadroom),
      ratio > 1, ratio.isFinite
    else { return nil }
    // In steps that the standard's fractions have, so that a file that is written again is the same.
    let stops = (log2(ratio) * Double(1 << 24)).rounded() / Double(1 << 24)
    self.init(.apple, channels: [Channel(minimum: 0, maximum: stops)], alternateHeadroom: stops)
    guard stops > 0, isPlausible else { return nil }
  }

  private static func statedHeadroom(in xmp: [UInt8]) -> Double? {
    guard let properties = XMP.properties(of: xmp) else { return nil }
    return PropertyReader(properties, in: xmp, namespace: XMP.Namespace.appleGainMap)
      .number("HDRGainMapHeadroom")
  }

  /// By Apple's formula from the numbers 33 and 48 of its notes; one of them that is missing counts as 0.
  private static func notedHeadroom(in exif: [UInt8]) -> Double? {
    guard let notes = Exif.AppleNotes(in: exif) else { return nil }
    let (first, second) = (notes.number(33), notes.number(48))
    guard first != nil || second != nil else { return nil }
    let (headroom, gain) = (first ?? 0, second ?? 0)
    let stops =
      switch (headroom < 1, gain <= 0.01) {
      case (true, true): -20 * gain + 1.8
      case (true, false): -0.101 * gain + 1.601
      case (false, true): -70 * gain + 3
      case (false, false): -0.303 * gain + 2.303
      }
    return exp2(stops)
  }

  /// For each 8-bit sample of Apple's the one that means the same in the standard's form.
  var appleSamples: [UInt8] {
    let (stops, curve) = (alternateHeadroom, ToneCurve.bt709)
    let headroom = exp2(stops)
    return (0...255).map { sample in
      let light = curve(Double(sample) / 255)
      return UInt8((255 * log2(1 + (headroom - 1) * light) / stops).rounded())
    }
  }
}

extension ToneCurve {
  /// ITU-R BT.709, 1.2, inverted.
  static let bt709 = ToneCurve.toed(exponent: 1 / 0.45, offset: 0.099, slope: 4.5, toe: 0.018)
}

extension Exif {
  /// What an iPhone writes into its maker note: a directory whose offsets count from the note's beginning.
  struct AppleNotes {
    private static let signature = Array("Apple iOS\0".utf8)
    private static let makerNote: UInt16 = 0x927C
    /// Signature, version and byte order stand before the directory.
    private static let directory = 14

    private let data: BoundedBytes

    init?(in exif: [UInt8]) {
      guard let structure = Structure(exif),
        let field = structure.field(Self.makerNote, in: .exif)
      else { return nil }
      let note = Array(exif[field.value])
      guard note.starts(with: Self.signature), note.count >= Self.directory else { return nil }
      data = BoundedBytes(note, bigEndian: note[12] == 0x4D)
    }

    /// The first value of a field of fractions.
    func number(_ tag: UInt16) -> Double? {
      guard let count = data.uint16(at: Self.directory) else { return nil }
      let entries = TIFFEntry.all(
        in: data.bytes.span, at: Self.directory + 2, most: count,
        of: TIFFHeader(order: data.isBigEndian ? .big : .little))
      let entry = entries.first {
        $0.tag == tag && $0.type == FieldType.signedRational.rawValue
      }
      guard let offset = entry?.offset, let numerator = data.int32(at: offset),
        let denominator = data.int32(at: offset + 4), denominator != 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
  }
}
