import ConverterCore
import SystemPackage
import TestSupport
import Testing

/// No bytes bring detection down, and cut files stay what they are.
@Suite struct DetectorRobustnessTests {
  static let names = [nil, "a.jpg", "a.docx", "a.csv", "a.eml", "a.tar.gz", "a.dng"]

  static let seeds: [(String, [UInt8])] = [
    ("zip", zip("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin")),
    ("compound file", compoundFile(["a", "b", "c", "d", "WordDocument"])),
    ("tiff", tiff([(50706, 1), (330, 2), (259, 34713)], make: "NIKON CORPORATION")),
    ("heic", isoMedia("mif1", ["mif1", "heic", "miaf"])),
    ("tar", Array(tar().prefix(600))),
    ("json", ascii("[{\"a\":[1,true,null,\"x\\\\\"]},{\"b\":-1.5e9}]\n{\"c\":false}\n")),
    ("xml", ascii("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><x:a b='c' xmlns:x=\"d\"/>")),
    (
      "mbox",
      ascii("From a Mon Jun 1 04:28:28 2009\nFrom: a\nTo: b\n c\n\nHi\n\nFrom a 1:1\nX: y\n")
    ),
    ("csv", ascii("a,b,\"c\"\r\n1,\"2,\n\",3\r\n;\t|4,\"\"\"\",6\r\n")),
    ("utf-16", [0xFF, 0xFE] + "a,ü\r\n1,2\r\n".utf16.flatMap { littleEndian($0) }),
    ("program", ascii("MZ") + zeros(58) + littleEndian(UInt32(64)) + ascii("PE\0\0") + zeros(20)),
    ("mp3", [0xFF, 0xFB, 0x90, 0] + zeros(413) + [0xFF, 0xFB, 0x90, 0] + zeros(20)),
    ("ebml", [0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x88] + ascii("matroska")),
  ]

  @Test(arguments: seeds)
  func survivesEveryTruncation(_ name: String, _ bytes: [UInt8]) throws {
    for length in 0...bytes.count {
      for fileName in [nil, Self.names[length % Self.names.count]] {
        let detection = try detect(Array(bytes.prefix(length)), named: fileName)
        #expect((0...1).contains(detection.confidence))
        #expect(!detection.evidence.isEmpty || length > 0)
      }
    }
  }

  /// Each byte in turn set to the values that break arithmetic.
  @Test(arguments: seeds)
  func survivesEveryDamage(_ name: String, _ bytes: [UInt8]) throws {
    for offset in bytes.indices where offset < 640 {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var damaged = bytes
        damaged[offset] = value
        _ = try detect(damaged)
      }
    }
  }

  @Test func survivesNoise() throws {
    var noise = Noise(state: 20)
    for (_, seed) in Self.seeds {
      for _ in 0..<60 {
        var bytes = seed
        for _ in 0..<8 {
          bytes[Int.random(in: bytes.indices, using: &noise)] = UInt8.random(
            in: 0...255, using: &noise)
        }
        _ = try detect(bytes, named: Self.names.randomElement(using: &noise) ?? nil)
        _ = try detect(Array(seed.prefix(16)) + noise.bytes(300))
      }
    }
  }

  @Test func noiseIsData() throws {
    var noise = Noise(state: 7)
    for length in [64, 256, 4096, 5000, 70_000] {
      for _ in 0..<8 {
        let detection = try detect(noise.bytes(length), named: "a.jpg")
        #expect(detection.type.id == .data, "\(detection.evidence)")
        #expect(
          detection.mismatch == "named .jpg but its bytes are not those of a JPEG picture")
      }
    }
  }

  /// From the length on at which their signature is whole.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/rgb.png", 8, "public.png"), ("fixtures/gray.jpg", 3, "public.jpeg"),
        ("fixtures/photo.heic", 28, "public.heic"), ("fixtures/photo.avif", 12, "public.avif"),
        ("fixtures/photo.webp", 12, "org.webmproject.webp"),
        ("fixtures/animated.gif", 6, "com.compuserve.gif"),
        ("fixtures/pages.tiff", 4, "public.tiff"),
        ("fixtures/others/zip/nested.zip", 4, "public.zip-archive"),
        ("images/png/pngsuite/basn2c08.png", 8, "public.png"),
        ("images/jpeg/gray.jpg", 3, "public.jpeg"),
        ("images/heic/nokia-overlay.heic", 24, "public.heic"),
        ("images/avif/alpha-plane.avif", 12, "public.avif"),
        ("images/webp/lossless.webp", 12, "org.webmproject.webp"),
        ("images/gif/interlaced.gif", 6, "com.compuserve.gif"),
        ("images/tiff/lzw-rgb.tif", 4, "public.tiff"), ("pdf/bad-invalid.pdf", 5, "com.adobe.pdf"),
        ("zip/nested.zip", 4, "public.zip-archive"),
      ], name: \.0))
  func cutFilesStayWhatTheyAre(_ file: String, _ length: Int, _ type: String) throws {
    let bytes = try Sample(file).bytes()
    for cut in Array(length...min(300, bytes.count)) + stride(from: 301, to: bytes.count, by: 997) {
      #expect(try detect(Array(bytes.prefix(cut))).type.id.rawValue == type, "\(cut) bytes")
    }
  }

  private struct Oracle: TypeNamer {
    let answer: (mediaType: String, description: String)?
    func name(_ input: InputFile) -> (mediaType: String, description: String)? { answer }
  }

  @Test func asksNamersAboutUnknownBytesOnly() throws {
    func detect(_ bytes: [UInt8], _ answers: [(String, String)?], named name: String? = nil) throws
      -> Detection
    {
      try Detector(
        catalog: .complete, marks: Registry.plugins.marks,
        namers: answers.map { Oracle(answer: $0) }
      )
      .detect(InputFile(bytes: bytes, name: name))
    }
    let strange = try detect([0, 1, 2, 3], [nil, ("application/x-strange", "strange data")])
    #expect(strange.type.id == "dyn.application/x-strange")
    #expect(strange.type.name == "strange data")
    #expect(strange.type.mediaTypes == ["application/x-strange"])
    #expect(strange.confidence == 0.3)
    #expect(strange.evidence.map(\.source) == [.libmagic])
    #expect(try detect([0, 1, 2, 3], [("audio/mpeg", "MPEG")]).type.id == "public.mp3")
    #expect(try detect([0xFF, 0xD8, 0xFF, 0], [("a/b", "c")]).type.id == "public.jpeg")
    #expect(try detect(ascii("text"), [("a/b", "c")]).type.id == .plainText)
    #expect(try detect([0, 1], [nil]).type.id == .data)
    #expect(
      try detect([0, 1], [("a/b", "c d")], named: "a.jpg").mismatch
        == "named .jpg but holds a c d")
  }
}
