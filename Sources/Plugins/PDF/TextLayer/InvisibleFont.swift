import ConverterCore
import PDFObjects

/// A font whose letters are all the same box: text in it can be searched and copied, and is never painted.
///
/// They are not empty, as pdfium leaves out letters that take no room, and MuPDF lines of them. Its codes are those of UTF-16, and every letter is half as wide as the font is high. It is embedded, as PDF/A and
/// some viewers want fonts to be.
enum InvisibleFont {
  /// The width of a letter for a size of 1.
  static let letterWidth = 0.5

  private static let unitsPerEm = 1000

  /// The font as an object of a file.
  static func object(in file: PDFFile) throws(ConversionError) -> PDFObject {
    let program = try file.stream()
    let bytes = trueType
    program["/Length1"] = file.integer(bytes.count)
    program.replaceData(bytes, filter: file.null, parameters: file.null)
    let descriptor = file.indirect(
      try file.object(
        parsing: """
          << /Type /FontDescriptor /FontName /Invisible /Flags 4 /FontBBox [0 -200 500 800] \
          /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>
          """))
    descriptor["/FontFile2"] = program
    let letters = file.indirect(
      try file.object(
        parsing: """
          << /Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /DW 500 \
          /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>
          """))
    letters["/FontDescriptor"] = descriptor
    letters["/CIDToGIDMap"] = try glyphMap(in: file)
    let codes = try file.stream()
    codes.replaceData(Array(toUnicode.utf8), filter: file.null, parameters: file.null)
    let font = file.dictionary([
      "/Type": file.name("/Font"), "/Subtype": file.name("/Type0"),
      "/BaseFont": file.name("/Invisible"), "/Encoding": file.name("/Identity-H"),
      "/DescendantFonts": file.array([letters]), "/ToUnicode": codes,
    ])
    return file.indirect(font)
  }

  /// Every code has the one letter.
  private static func glyphMap(in file: PDFFile) throws(ConversionError) -> PDFObject {
    let map = try file.stream()
    let entries = (0..<2 << 16).map { UInt8($0 % 2) }
    map.replaceData(entries, filter: file.null, parameters: file.null)
    return map
  }

  /// Every code is its own character.
  private static let toUnicode = """
    /CIDInit /ProcSet findresource begin
    12 dict begin
    begincmap
    /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
    /CMapName /Adobe-Identity-UCS def
    /CMapType 2 def
    1 begincodespacerange
    <0000> <FFFF>
    endcodespacerange
    1 beginbfrange
    <0000> <FFFF> <0000>
    endbfrange
    endcmap
    CMapName currentdict /CMap defineresource pop
    end
    end
    """

  /// A TrueType font of an empty glyph and a box (OpenType specification, chapter "OpenType font file").
  static let trueType: [UInt8] = {
    let tables: [(tag: String, bytes: [UInt8])] = [
      ("cmap", cmap), ("glyf", box), ("head", head), ("hhea", hhea), ("hmtx", hmtx),
      ("loca", words([0, 0, box.count / 2])), ("maxp", maxp), ("name", words([0, 0, 6])),
      ("post", post),
    ]
    var directory = long(0x0001_0000) + words([tables.count, 128, 3, tables.count * 16 - 128])
    var body: [UInt8] = []
    for table in tables {
      let offset = 12 + 16 * tables.count + body.count
      let padded = table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
      directory +=
        Array(table.tag.utf8) + long(checksum(padded)) + long(offset) + long(table.bytes.count)
      body += padded
    }
    return directory + body
  }()

  /// Format 4 with its one obligatory segment.
  private static let cmap =
    words([0, 1, 3, 1]) + long(12) + words([4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0])

  /// A contour of four points, as wide and high as a letter.
  private static let box =
    words([1, 0, -200, 500, 800, 3, 0]) + [1, 1, 1, 1] + words([0, 500, 0, -500])
    + words([-200, 0, 1000, 0]) + [0, 0]

  private static let head =
    long(0x0001_0000) + long(0x0001_0000) + long(0) + long(0x5F0F_3CF5)
    + words([0, unitsPerEm]) + [UInt8](repeating: 0, count: 16)
    + words([0, 0xFF38, 500, 800, 0, 8, 2, 0, 0])

  private static let hhea =
    long(0x0001_0000) + words([800, 0xFF38, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2])

  private static let hmtx = words([500, 0, 500, 0])

  private static let maxp =
    long(0x0001_0000) + words([2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])

  private static let post =
    long(0x0003_0000) + [UInt8](repeating: 0, count: 28)

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func long(_ value: Int) -> [UInt8] { words([value >> 16, value]) }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    stride(from: 0, to: bytes.count, by: 4).reduce(0) { sum, index in
      let word = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      return (sum + word) & 0xFFFF_FFFF
    }
  }
}
