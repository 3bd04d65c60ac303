import ConverterCore
import PictureModel
import Testing

@testable import JPEGPlugin

/// XMP that other programs have split, by properties.
@Suite struct ExtendedXMPTests {
  static let digest = "0123456789ABCDEF0123456789ABCDEF"
  static let main = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r#"><rdf:Description rdf:about="" \
    xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:dc="d" \
    xmpNote:HasExtendedXMP="\(digest)" dc:title="T"/></rdf:RDF></x:xmpmeta>
    """
  static let more = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r#"><rdf:Description rdf:about="" \
    xmlns:g="g"><g:Data>0123456789</g:Data></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  static let merged = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r#"><rdf:Description rdf:about="" \
    xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:dc="d" dc:title="T"/>\
    <rdf:Description rdf:about="" xmlns:g="g"><g:Data>0123456789</g:Data></rdf:Description>\
    </rdf:RDF></x:xmpmeta>
    """

  /// Segments' payloads of `text` with `size` bytes each.
  static func chunks(_ text: String, size: Int, digest: String = digest) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(digest.utf8) + number(bytes.count) + number($0)
        + bytes[$0..<min($0 + size, bytes.count)]
    }
  }

  static func join(_ main: String, _ chunks: [[UInt8]]) -> String? {
    ExtendedXMP.join(Array(main.utf8), chunks: chunks).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("descriptions are merged, in whatever order the segments come", arguments: [1000, 50, 7])
  func merges(_ size: Int) {
    #expect(Self.join(Self.main, Self.chunks(Self.more, size: size)) == Self.merged)
    #expect(Self.join(Self.main, Self.chunks(Self.more, size: size).reversed()) == Self.merged)
  }

  @Test("the announcement may be an element")
  func elementAnnouncement() {
    let main = Self.main.replacing(
      " xmpNote:HasExtendedXMP=\"\(Self.digest)\" dc:title=\"T\"/>",
      with: "><xmpNote:HasExtendedXMP>\(Self.digest)</xmpNote:HasExtendedXMP></rdf:Description>")
    let merged = Self.join(main, Self.chunks(Self.more, size: 50))
    #expect(merged?.contains("HasExtendedXMP") == false)
    #expect(merged?.contains("<g:Data>0123456789</g:Data>") == true)
  }

  @Test("gaps, other digests and other structures are not merged")
  func refuses() {
    let chunks = Self.chunks(Self.more, size: 50)
    #expect(Self.join(Self.main, Array(chunks.dropLast())) == nil)
    #expect(Self.join(Self.main, Array(chunks.dropFirst())) == nil)
    #expect(Self.join(Self.main, [chunks[0]] + chunks) == nil)
    let other = Self.chunks(Self.more, size: 50, digest: String(Self.digest.reversed()))
    #expect(Self.join(Self.main, other) == nil)
    #expect(Self.join(Self.main, Self.chunks("<rdf:RDF/>", size: 50)) == nil)
    #expect(Self.join("<rdf:RDF/>", chunks) == nil)
    #expect(Self.join(Self.main, Self.chunks("<rdf:RDF", size: 50)) == nil)
    let outer = Self.more.replacing("<rdf:RDF ", with: "<rdf:RDF xmlns:q=\"q\" ")
    #expect(Self.join(Self.main, Self.chunks(outer, size: 50)) == nil)
  }

  @Test("an incomplete extension leaves the main packet, and the ledger says so")
  func incomplete() throws {
    let payload = JPEGSignature.extendedXMP + Self.chunks(Self.more, size: 50)[0]
    let xmp = JPEGSignature.xmp + Array(Self.main.utf8)
    var bytes = Array(TinyJPEG.gray.bytes.prefix(2))
    for part in [xmp, payload] {
      bytes += [0xFF, 0xE1, UInt8((part.count + 2) >> 8), UInt8((part.count + 2) & 255)] + part
    }
    bytes += TinyJPEG.gray.bytes.dropFirst(2)
    let context = context()
    #expect(try read(bytes, in: context).facts.metadata.xmp == Array(Self.main.utf8))
    #expect(context.ledger.map(\.what) == ["xmp"])
    #expect(context.ledger.map(\.action) == [.changed])
  }
}
