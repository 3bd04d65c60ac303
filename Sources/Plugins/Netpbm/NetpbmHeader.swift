import ConverterCore

/// What stands before the samples of a picture (Netpbm's pages "pbm", "pgm", "ppm", "pam" and "pfm").
struct NetpbmHeader {
  /// How samples are written.
  enum Coding {
    case plainBits, plain, bits, raw
    case float(isLittleEndian: Bool)
  }

  enum Channels {
    case gray, rgb, cmyk
  }

  let coding: Coding
  let width: Int
  let height: Int
  let channels: Channels
  let hasAlpha: Bool
  /// The sample of white, or full colour.
  let most: Int
  /// Where the samples begin.
  let samples: Int
  /// The name that the format goes by: "PPM, plain".
  let words: String

  /// Samples of a pixel.
  var depth: Int {
    let colours =
      switch channels {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    return colours + (hasAlpha ? 1 : 0)
  }

  /// Bytes of a row, where it is not plain text; checked in ``init(_:)``.
  var rowByteCount: Int {
    switch coding {
    case .bits: (width + 7) / 8
    case .raw: width * depth * (most > 255 ? 2 : 1)
    case .float: width * depth * 4
    case .plain, .plainBits: 0
    }
  }

  /// Reads up to the samples.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `readFailed`.
  init(_ cursor: inout InputCursor) throws(ConversionError) {
    let mark = String(decoding: try cursor.bytes(2) ?? [], as: UTF8.self)
    if mark == "P7" {
      self = try Self(arbitrary: &cursor)
      return
    }
    let (name, coding, channels): (String, Coding, Channels)
    switch mark {
    case "P1": (name, coding, channels) = ("PBM, plain", .plainBits, .gray)
    case "P2": (name, coding, channels) = ("PGM, plain", .plain, .gray)
    case "P3": (name, coding, channels) = ("PPM, plain", .plain, .rgb)
    case "P4": (name, coding, channels) = ("PBM", .bits, .gray)
    case "P5": (name, coding, channels) = ("PGM", .raw, .gray)
    case "P6": (name, coding, channels) = ("PPM", .raw, .rgb)
    case "Pf": (name, coding, channels) = ("PFM", .float(isLittleEndian: false), .gray)
    case "PF": (name, coding, channels) = ("PFM", .float(isLittleEndian: false), .rgb)
    default: throw ConversionError(.damagedInput, "does not begin with P1 to P7, Pf or PF")
    }
    let width = try Self.number(&cursor, "width")
    let height = try Self.number(&cursor, "height")
    var (most, ownCoding) = (1, coding)
    switch coding {
    case .float: ownCoding = .float(isLittleEndian: try Self.scale(&cursor) < 0)
    case .plain, .raw: most = try Self.number(&cursor, "largest sample")
    case .plainBits, .bits: break
    }
    try self.init(
      ownCoding, width, height, channels, hasAlpha: false, most: most, samples: cursor.offset,
      words: name)
  }

  private init(
    _ coding: Coding, _ width: Int, _ height: Int, _ channels: Channels, hasAlpha: Bool, most: Int,
    samples: Int, words: String
  ) throws(ConversionError) {
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw ConversionError(.damagedInput, "gives its size as \(width)×\(height)")
    }
    guard (1...65535).contains(most) else {
      throw ConversionError(
        .damagedInput, "gives its largest sample as \(most), which must be 1 to 65535")
    }
    self.coding = coding
    self.width = width
    self.height = height
    self.channels = channels
    self.hasAlpha = hasAlpha
    self.most = most
    self.samples = samples
    self.words = words
  }

  private static let numbers: Set<String> = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"]

  /// Lines of a word and a value up to `ENDHDR`.
  private init(arbitrary cursor: inout InputCursor) throws(ConversionError) {
    var values: [String: Int] = [:]
    var kind = ""
    _ = try Self.line(&cursor)
    while case let line = try Self.line(&cursor), line != "ENDHDR" {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2, !line.hasPrefix("#") else { continue }
      if words[0] == "TUPLTYPE" {
        guard kind.utf8.count < 1000 else {
          throw ConversionError(.damagedInput, "has more than one kind of samples")
        }
        kind += (kind.isEmpty ? "" : " ") + words[1]
      } else if Self.numbers.contains(String(words[0])),
        let value = Int(words[1].filter { $0 != " " }), value >= 0
      {
        values[String(words[0])] = value
      }
    }
    let depth = min(values["DEPTH"] ?? 0, 65535)
    let hasAlpha = kind.isEmpty ? depth == 2 || depth == 4 : kind.hasSuffix("_ALPHA")
    let base = hasAlpha && !kind.isEmpty ? String(kind.dropLast(6)) : kind
    let channels: Channels
    switch (base, depth - (hasAlpha ? 1 : 0)) {
    case ("BLACKANDWHITE", 1), ("GRAYSCALE", 1), ("", 1): channels = .gray
    case ("RGB", 3), ("", 3): channels = .rgb
    case ("CMYK", 4): channels = .cmyk
    default:
      throw ConversionError(
        .unsupportedContent,
        "holds \(depth) samples a pixel of the kind \"\(kind.printable)\", which is no picture that fairy knows"
      )
    }
    try self.init(
      .raw, values["WIDTH"] ?? 0, values["HEIGHT"] ?? 0, channels, hasAlpha: hasAlpha,
      most: values["MAXVAL"] ?? 0, samples: cursor.offset, words: "PAM")
  }

  /// A line without the blanks around it.
  private static func line(_ cursor: inout InputCursor) throws(ConversionError) -> String {
    var bytes: [UInt8] = []
    while let byte = try cursor.byte() {
      if byte == 0x0A {
        return String(decoding: bytes.filter { $0 != 0x0D && $0 != 0x09 }, as: UTF8.self)
      }
      bytes.append(byte)
      guard bytes.count <= 10_000 else {
        throw ConversionError(.damagedInput, "has a line of more than 10,000 bytes in its header")
      }
    }
    throw cutOff
  }

  /// A word and the one blank behind it, which may be a comment: these run from `#` to the end of their line.
  private static func word(_ cursor: inout InputCursor) throws(ConversionError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = try cursor.peek() {
      if byte == UInt8(ascii: "#") {
        while let next = try cursor.byte(), next != 0x0A, next != 0x0D {}
        if !bytes.isEmpty { return bytes }
        continue
      }
      _ = try cursor.byte()
      if isBlank(byte) {
        if !bytes.isEmpty { return bytes }
      } else {
        bytes.append(byte)
        guard bytes.count <= 40 else { return bytes }
      }
    }
    throw cutOff
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func number(
    _ cursor: inout InputCursor, _ what: String
  ) throws(ConversionError) -> Int {
    let word = String(decoding: try word(&cursor), as: UTF8.self)
    guard let number = Int(word), number >= 0, word.first != "+" else {
      throw ConversionError(
        .damagedInput, "gives \"\(word.printable)\" where its \(what) should be")
    }
    return number
  }

  /// Of floating-point samples; below zero it says that their bytes run backwards.
  private static func scale(_ cursor: inout InputCursor) throws(ConversionError) -> Double {
    let word = String(decoding: try word(&cursor), as: UTF8.self)
    guard let scale = Double(word), scale.isFinite, scale != 0 else {
      throw ConversionError(
        .damagedInput, "gives \"\(word.printable)\" where the scale of its samples should be")
    }
    return scale
  }

  static let cutOff = ConversionError(
    .damagedInput, "the file is cut off: it ends before the picture does")
}
