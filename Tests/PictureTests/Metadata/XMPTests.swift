import Testing

@testable import PictureModel

@Suite("XMP")
struct XMPTests {
  /// A packet around one description, with the namespaces that the tests use.
  static func packet(attributes: String = "", elements: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:C="http://ns.google.com/photos/1.0/container/"\(attributes)>\(elements)
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """
  }

  private func corrected(_ packet: String, keepsThumbnail: Bool = true) throws -> String {
    let xmp = Array(packet.utf8)
    let properties = try #require(XMP.properties(of: xmp))
    let corrections = XMP.Corrections(width: 800, height: 600, keepsThumbnail: keepsThumbnail)
    return String(decoding: XMP.corrected(xmp, properties, corrections), as: UTF8.self)
  }

  private func shared(_ packet: String) throws -> String? {
    let xmp = Array(packet.utf8)
    let properties = try #require(XMP.properties(of: xmp))
    return XMP.shareable(xmp, properties).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A packet with nothing to correct stays as it is, byte for byte")
  func untouched() throws {
    let packet = Self.packet(
      attributes: " xmp:Rating='5' tiff:Orientation=\"1\"",
      elements: "<!-- <tiff:Orientation>6</tiff:Orientation> --><dc:title/>")
    #expect(try corrected(packet) == packet)
  }

  @Test(
    "Orientation and sizes are corrected in both notations",
    arguments: [
      (" tiff:Orientation=\"6\"", "", " tiff:Orientation=\"1\"", ""),
      (" tiff:Orientation = ' 8 '", "", " tiff:Orientation = '1'", ""),
      (
        "", "\n<tiff:Orientation>6</tiff:Orientation>",
        "", "\n<tiff:Orientation>1</tiff:Orientation>"
      ),
      (
        " e:PixelXDimension=\"4032\" e:PixelYDimension=\"3024\"",
        "<tiff:ImageWidth>4032</tiff:ImageWidth><tiff:ImageLength></tiff:ImageLength>",
        " e:PixelXDimension=\"800\" e:PixelYDimension=\"600\"",
        "<tiff:ImageWidth>800</tiff:ImageWidth><tiff:ImageLength>600</tiff:ImageLength>"
      ),
    ])
  func values(attributes: String, elements: String, newAttributes: String, newElements: String)
    throws
  {
    #expect(
      try corrected(Self.packet(attributes: attributes, elements: elements))
        == Self.packet(attributes: newAttributes, elements: newElements))
  }

  @Test("Prefixes mean what their declarations say, not what they look like")
  func prefixes() throws {
    let packet = Self.packet(
      attributes: " xmlns:a=\"urn:x\" a:Orientation=\"6\"",
      elements: "<tiff:Orientation xmlns:tiff=\"urn:y\">6</tiff:Orientation>")
    #expect(try corrected(packet) == packet)
    let element =
      "<Orientation xmlns=\"http://ns.adobe.com/tiff/1.0/\">6</Orientation>"
    #expect(
      try corrected(Self.packet(elements: element))
        == Self.packet(elements: element.replacing("6<", with: "1<")))
  }

  @Test("What describes appended data goes")
  func gainMap() throws {
    let packet = Self.packet(
      attributes: " hdrgm:Version=\"1.0\" xmp:Rating=\"5\"\n  hdrgm:GainMapMax='2'",
      elements: """

           <C:Directory><rdf:Seq><rdf:li rdf:parseType="Resource">
            <C:Item C:Semantic="Primary"/></rdf:li></rdf:Seq></C:Directory>
           <dc:title>Lake</dc:title>
        """)
    #expect(
      try corrected(packet)
        == Self.packet(
          attributes: " xmp:Rating=\"5\"", elements: "\n   <dc:title>Lake</dc:title>"))
  }

  @Test("A thumbnail goes when it is stale")
  func thumbnail() throws {
    let packet = Self.packet(
      elements: "<xmp:Thumbnails><rdf:Alt><rdf:li>AAAA</rdf:li></rdf:Alt></xmp:Thumbnails>")
    #expect(try corrected(packet) == packet)
    #expect(try corrected(packet, keepsThumbnail: false) == Self.packet())
  }

  @Test("Shared are dates, creators and rights, in a new packet")
  func sharing() throws {
    let packet = Self.packet(
      attributes: """
         xmp:CreateDate="2021-02-13T19:29:03.25+01:00" xmp:Rating="5" e:GPSLatitude="48,51.5N" \
        xmp:ModifyDate="near the lake" xmp:CreatorTool="14.4"
        """,
      elements: """
        <dc:creator><rdf:Seq><rdf:li>Ann &amp; &#66;ob</rdf:li><rdf:li>Cy</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">&lt;mine></rdf:li></rdf:Alt></dc:rights>
        <dc:subject><rdf:Bag><rdf:li>Grandma</rdf:li></rdf:Bag></dc:subject>
        <e:DateTimeOriginal>2021-02-13</e:DateTimeOriginal>
        """)
    #expect(
      try shared(packet) == """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/">\
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
        <xmp:CreateDate>2021-02-13T19:29:03.25+01:00</xmp:CreateDate>
        <dc:creator><rdf:Seq><rdf:li>Ann &amp; Bob</rdf:li><rdf:li>Cy</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">&lt;mine&gt;</rdf:li></rdf:Alt></dc:rights>
        <exif:DateTimeOriginal>2021-02-13</exif:DateTimeOriginal>
        </rdf:Description>
        </rdf:RDF></x:xmpmeta>
        <?xpacket end="r"?>
        """)
    #expect(try shared(Self.packet(attributes: " xmp:Rating=\"5\"")) == nil)
  }

  @Test("Coordinates are found")
  func place() throws {
    let with = Array(Self.packet(elements: "<e:GPSLatitude>48,51.5N</e:GPSLatitude>").utf8)
    #expect(XMP.hasPlace(try #require(XMP.properties(of: with))))
    let without = Array(Self.packet(attributes: " e:GPSVersionID=\"2.2.0.0\"").utf8)
    #expect(!XMP.hasPlace(try #require(XMP.properties(of: without))))
  }

  @Test(
    "What is not well-formed XMP is not read",
    arguments: [
      "", "text", "<a></a>", "<rdf:RDF>", "<a", "<a b", "<a b=", "<a b='", "<a b='c'", "<a/",
      "</a>",
      "<!DOCTYPE x [<!ENTITY y 'z'>]><a/>", "<!-- ", "<? ", "<![CDATA[", "<a><b></a></b>", "<",
      "<>",
      "<a b='c'd='e'/>",
    ])
  func malformed(text: String) {
    #expect(XMP.properties(of: Array(text.utf8)) == nil)
  }

  @Test("Nesting ends where no real packet goes")
  func nesting() {
    func nested(_ depth: Int) -> [UInt8] {
      let items = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
      return Array(Self.packet(elements: items).utf8)
    }
    #expect(XMP.properties(of: nested(61)) != nil)
    #expect(XMP.properties(of: nested(62)) == nil)
    #expect(XMP.properties(of: nested(100_000)) == nil)
  }

  @Test("Cut or changed at every byte, a packet does no harm")
  func mutation() {
    let packet = Array(
      Self.packet(
        attributes: " tiff:Orientation=\"6\" hdrgm:Version='1'",
        elements: "<dc:creator><rdf:Seq><rdf:li>&#x41;</rdf:li></rdf:Seq></dc:creator>"
      ).utf8)
    var random = SplitMix64(seed: 3)
    for index in packet.indices {
      var mutated = packet
      mutated[index] = UInt8.random(in: 0...255, using: &random)
      for xmp in [Array(packet[..<index]), mutated, Array(packet[index...])] {
        guard let properties = XMP.properties(of: xmp) else { continue }
        let corrections = XMP.Corrections(width: 1, height: 1, keepsThumbnail: false)
        let result = XMP.corrected(xmp, properties, corrections)
        #expect(XMP.properties(of: result) != nil)
        if let shared = XMP.shareable(xmp, properties) {
          #expect(XMP.properties(of: shared) != nil)
        }
      }
    }
  }
}
