import TestSupport
import Testing

@testable import ConverterCore

/// The tables that detection works from are whole, and none of their rows hides another.
@Suite struct SignatureTests {
  static let all = Registry.plugins.marks.signatures + Signature.shallow + Signature.deep

  /// The shortest file that the signature matches.
  static func sample(of signature: Signature) -> [UInt8] {
    var bytes = zeros(signature.offset)
    signature.pattern.forEachElement { element in
      switch element {
      case .byte(let byte): bytes.append(byte)
      // Neither a digit nor a letter, nor what another row asks for there.
      case .any(let count): bytes += [UInt8](repeating: 0x02, count: count)
      case .malformed: bytes = []
      }
      return element != .malformed
    }
    return bytes
  }

  @Test func patternsFollowTheirGrammar() {
    for signature in Self.all {
      let sample = Self.sample(of: signature)
      #expect(!sample.isEmpty, "\(signature.pattern.text)")
      #expect(signature.match(sample)?.type == signature.type, "\(signature.pattern.text)")
      #expect(sample.count <= (signature.offset < 4096 ? 4096 : 65536))
    }
  }

  @Test func malformedPatternsMatchNothing() {
    #expect(BytePattern("GG").match([0x47, 0x47], at: 0) == nil)
    #expect(BytePattern("F").match([0xF0], at: 0) == nil)
    #expect(BytePattern("'PN' ?? 47").match(ascii("PN?G"), at: 0) == 3)
    #expect(BytePattern("[2] 47").match(ascii("PNG"), at: 0) == 1)
    #expect(BytePattern("[2] 47").match(ascii("PN"), at: 0) == nil)
  }

  @Test func everyTypeOfATableIsInTheCatalog() {
    let catalog = ContentTypeCatalog.complete
    for signature in Self.all {
      for id in [signature.type] + signature.alternatives {
        #expect(catalog[id] != nil, "\(id)")
      }
    }
    let probed = [
      ISOMediaProbe.types, TIFFProbe.types, ZIPProbe.types, CompoundFileProbe.types,
      MediaContainerProbe.types, StreamProbe.types, StructureProbe.types,
      XMLProbe.obligatory, MarkProbe.obligatory,
    ]
    let marks = Registry.plugins.marks
    var ofPlugins = marks.probes.flatMap { $0.types }
    ofPlugins += marks.brandProbes.flatMap { $0.types }
    ofPlugins += marks.directoryProbes.flatMap { $0.types }
    ofPlugins += marks.packages.flatMap(\.types)
    for root in marks.roots { ofPlugins += [root.type] + root.alternatives }
    ofPlugins += marks.roots.compactMap(\.compressed)
    for id in probed.joined() + ofPlugins { #expect(catalog[id] != nil, "\(id)") }
    for id in Detector.recognisable { #expect(catalog[id] != nil, "\(id)") }
  }

  /// Each row is detected as its type, or as one that the same bytes also show more closely.
  @Test func noSignatureIsHiddenByAnother() throws {
    let catalog = ContentTypeCatalog.complete
    for signature in Self.all {
      // Text signatures need text behind them to be more than a word.
      let bytes =
        Self.sample(of: signature) + (signature.isText ? ascii("\n") : [0x02, 0x01, 0x02])
      let type = try detect(bytes).type.id
      #expect(
        type == signature.type || catalog.type(type, conformsTo: signature.type)
          || signature.alternatives.contains(type),
        "\(signature.pattern.text) is taken for \(type)")
    }
  }

  @Test func lettersAloneAreNoSignatureOfText() throws {
    for sentence in [
      "ORCHARDS are full of apples.\n", "GRIB is a village", "MAC addresses are unique\n",
      "fLaC or not, this is text", "PAR1 and PAR2 are units", "FLIFs", "true is not false",
    ] {
      #expect(try detect(ascii(sentence)).type.id == .plainText, "\(sentence)")
    }
  }
}
