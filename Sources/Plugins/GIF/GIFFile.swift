import ConverterCore

/// The blocks of a file (GIF89a), of which the data of pictures stay unread.
struct GIFFile {
  let input: InputFile
  let version: String
  private(set) var width: Int
  private(set) var height: Int
  /// Where the colours are that pictures without their own have.
  let colours: Range<Int>?
  private(set) var frames: [GIFFrame] = []
  /// As the file has it: 0 is without end, otherwise how often it is shown again; `nil` where it says nothing.
  private(set) var repeats: Int?
  private(set) var extensions: [GIFExtension] = []
  /// Whether the mark of its end is missing, though nothing is cut off.
  private(set) var lacksEnd = false
  private(set) var trailingByteCount = 0
  /// What breaks the rules, and how it is read all the same.
  private(set) var flaws: [String] = []

  /// What all texts and profiles may take.
  private static let extensionLimit = 64 << 20

  /// - Throws: `damagedInput` for what breaks the rules or is cut off; `limitExceeded`; `readFailed`.
  init(scanning input: InputFile, in context: ConversionContext) throws(ConversionError) {
    self.input = input
    var cursor = GIFCursor(input)
    let mark = String(decoding: try cursor.bytes(6), as: UTF8.self)
    guard mark == "GIF87a" || mark == "GIF89a" else {
      throw ConversionError(.damagedInput, "does not begin with GIF87a or GIF89a")
    }
    version = mark
    let (screenWidth, screenHeight) = (try cursor.word(), try cursor.word())
    let flags = try cursor.byte()
    // The index of the background, which no viewer shows, and the shape of pixels, which none heeds.
    _ = try cursor.bytes(2)
    colours = try Self.table(flags, &cursor)
    (width, height) = (screenWidth, screenHeight)
    try scanBlocks(&cursor, in: context)
    guard let first = frames.first else {
      throw ConversionError(.damagedInput, "holds no picture")
    }
    fit(to: first)
    noteFlaws()
    guard width > 0, height > 0 else {
      throw ConversionError(.damagedInput, "has a picture without pixels")
    }
  }

  /// Makes the canvas as large as the first picture needs, as decoders do: some programs leave out the size of the
  /// canvas, others give one that is too small. Later pictures are cut off at its edges.
  private mutating func fit(to first: GIFFrame) {
    let isUnknown = width == 0 || height == 0
    let said = (width: isUnknown ? 0 : width, height: isUnknown ? 0 : height)
    width = max(said.width, first.x + first.width)
    height = max(said.height, first.y + first.height)
    if !isUnknown, said != (width, height) {
      flaws.append(
        "its canvas of \(said.width)×\(said.height) pixels was made larger for the first picture, "
          + "\(width)×\(height)")
    }
  }

  private mutating func noteFlaws() {
    let cut = frames.filter { $0.x + $0.width > width || $0.y + $0.height > height }.count
    if cut > 0 {
      flaws.append(
        "\(cut) of its \(frames.count) pictures reach beyond the canvas, and are cut off at its edges"
      )
    }
    let colourless = colours == nil ? frames.filter { $0.colours == nil }.count : 0
    if colourless > 0 {
      flaws.append(
        frames.count == 1
          ? "it has no colours: its indices are shown as shades of gray"
          : "\(colourless) of its \(frames.count) pictures have no colours: their indices are shown "
            + "as shades of gray")
    }
  }

  /// Goes over a table of colours where the flags say that there is one.
  private static func table(
    _ flags: UInt8, _ cursor: inout GIFCursor
  ) throws(ConversionError) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return nil }
    let start = cursor.offset
    let count = 3 << (Int(flags & 7) + 1)
    try cursor.skip(count)
    return start..<start + count
  }

  private mutating func scanBlocks(
    _ cursor: inout GIFCursor, in context: ConversionContext
  ) throws(ConversionError) {
    var control = GIFControl()
    var allowance = Self.extensionLimit
    while true {
      if cursor.isAtEnd, !frames.isEmpty {
        lacksEnd = true
        return
      }
      switch try cursor.byte() {
      case 0x2C:
        try addFrame(control, &cursor)
        control = GIFControl()
        if frames.count.isMultiple(of: 64) { try context.checkpoint() }
      case 0x21:
        try addExtension(&cursor, &control, &allowance)
      case 0x3B:
        trailingByteCount = cursor.remaining
        return
      // Some encoders end a picture's data twice.
      case 0: continue
      case let other:
        throw ConversionError(
          .damagedInput,
          "has a block of the unknown kind \(other) at byte \(cursor.offset - 1)")
      }
    }
  }

  private mutating func addFrame(
    _ control: GIFControl, _ cursor: inout GIFCursor
  ) throws(ConversionError) {
    let (x, y) = (try cursor.word(), try cursor.word())
    let (width, height) = (try cursor.word(), try cursor.word())
    let flags = try cursor.byte()
    let colours = try Self.table(flags, &cursor)
    let start = cursor.offset
    let indexBits = Int(try cursor.byte())
    guard (1...8).contains(indexBits) else {
      throw ConversionError(
        .damagedInput,
        "has a picture whose indices have \(indexBits) bits, which must be 1 to 8")
    }
    try cursor.skipSubBlocks()
    frames.append(
      GIFFrame(
        x: x, y: y, width: width, height: height, isInterlaced: flags & 0x40 != 0,
        colours: colours, transparentIndex: control.transparentIndex, disposal: control.disposal,
        delay: control.delay, data: start..<cursor.offset, indexBits: indexBits))
  }

  private mutating func addExtension(
    _ cursor: inout GIFCursor, _ control: inout GIFControl, _ allowance: inout Int
  ) throws(ConversionError) {
    switch try cursor.byte() {
    case 0xF9:
      let bytes = try cursor.subBlocks(limit: 256) ?? []
      if let read = GIFControl(bytes) { control = read }
    // Text drawn by the viewer, which none draws; what is said before it is about it.
    case 0x01:
      control = GIFControl()
      try cursor.skipSubBlocks()
    case 0xFE:
      let bytes = try cursor.subBlocks(limit: allowance)
      allowance -= bytes?.count ?? 0
      extensions.append(.comment(bytes))
    case 0xFF:
      try addApplication(&cursor, &allowance)
    default:
      try cursor.skipSubBlocks()
    }
  }

  private mutating func addApplication(
    _ cursor: inout GIFCursor, _ allowance: inout Int
  ) throws(ConversionError) {
    let count = Int(try cursor.byte())
    let name = String(decoding: try cursor.bytes(count), as: UTF8.self)
    // A name without a block behind it has been ended by its own length.
    guard count > 0 else { return }
    switch name {
    case "NETSCAPE2.0", "ANIMEXTS1.0":
      let bytes = try cursor.subBlocks(limit: 256) ?? []
      if bytes.count >= 3, bytes[0] & 7 == 1 { repeats = Int(bytes[1]) | Int(bytes[2]) << 8 }
    case "XMP DataXMP":
      let start = cursor.offset
      try cursor.skipSubBlocks()
      let place = start..<cursor.offset
      guard place.count <= allowance else { return extensions.append(.xmp(nil)) }
      allowance -= place.count
      extensions.append(.xmp(try GIFExtension.packet(at: place, of: cursor.input)))
    case "ICCRGBG1012":
      let bytes = try cursor.subBlocks(limit: allowance)
      allowance -= bytes?.count ?? 0
      extensions.append(.profile(bytes))
    default:
      try cursor.skipSubBlocks()
    }
  }
}

/// What is said of the picture that follows (GIF89a, section 23).
struct GIFControl {
  var disposal = GIFFrame.Disposal.keep
  var transparentIndex: UInt8?
  var delay = 0

  init() {}

  /// `nil` for what is too short.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    switch bytes[0] >> 2 & 7 {
    case 2: disposal = .background
    // Early programs counted from another number.
    case 3, 4: disposal = .previous
    default: disposal = .keep
    }
    delay = Int(bytes[1]) | Int(bytes[2]) << 8
    if bytes[0] & 1 != 0 { transparentIndex = bytes[3] }
  }
}
