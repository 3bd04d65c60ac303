import ConverterCore

extension HEIFFile {
  /// Parses the boxes of a file.
  ///
  /// - Throws: `damagedInput` when a box breaks its bounds or the file holds no items;
  ///   `unsupportedContent` when it holds a track alone.
  init(parsing bytes: [UInt8]) throws(ConversionError) {
    self.init(bytes: bytes)
    var reader = FieldReader(bytes, in: 0..<bytes.count, subject: "the file")
    var hasItems = false
    while reader.remaining >= 8 {
      let box: Box
      do {
        guard let next = try reader.box(allowsCutOff: true) else { break }
        box = next
      } catch {
        // Phones append data of their own that is no box; what is needed came before it.
        if hasItems { break }
        throw error
      }
      let content = reader.reader(of: box)
      switch box.type {
      case "ftyp":
        try readBrands(content)
      case "meta" where !hasItems:
        try readMetadata(content)
        hasItems = true
      case "mini" where !hasItems:
        try readMinimizedImage(content)
        hasItems = true
      case "mdat" where box.isCutOff:
        throw .damaged("the file was cut off: its mdat box is not whole")
      case "moov":
        tracks = try ImageSequenceTrack.tracks(parsing: content)
      default:
        break
      }
    }
    guard hasItems || tracks.contains(where: \.isShown) else { throw missingItems() }
  }

  /// Why there is no picture to be shown.
  func missingItems() -> ConversionError {
    if let track = tracks.first(where: \.isShown) ?? tracks.first {
      return .unsupported(
        "the file holds no still picture, only a sequence of \(track.frames) frames coded as "
          + "\(track.coding), which fairy does not decode yet")
    }
    return .damaged("there is no meta box, which says what an HEIF file holds")
  }

  private mutating func readBrands(_ reader: FieldReader) throws(ConversionError) {
    var reader = reader
    brands = [try reader.fourCC()]
    minorVersion = try reader.fourCC()
    while reader.remaining >= 4 { brands.append(try reader.fourCC()) }
  }

  /// Reads a `meta` box (ISO/IEC 14496-12, 8.11.1).
  private mutating func readMetadata(_ reader: FieldReader) throws(ConversionError) {
    var reader = reader
    _ = try reader.fullBoxHeader()
    while let box = try reader.box() {
      var content = reader.reader(of: box)
      switch box.type {
      case "hdlr":
        try content.skip(8)
        let handler = try content.fourCC()
        guard handler == "pict" else {
          throw .unsupported("the file's items are \"\(handler)\", not pictures")
        }
      case "pitm":
        let width = try content.fullBoxHeader().version == 0 ? 2 : 4
        primaryItem = UInt32(try content.integer(width))
      case "iinf":
        for item in try ItemInformation.items(parsing: content) { try add(item) }
      case "iloc":
        locations = try ItemLocation.locations(parsing: content)
      case "iref":
        references = try ItemReferences(parsing: content)
      case "iprp":
        try readProperties(content)
      case "grpl":
        groups = try EntityGroup.groups(parsing: content)
      case "idat":
        itemData = box.content
      default:
        break
      }
    }
  }

  private mutating func readProperties(_ reader: FieldReader) throws(ConversionError) {
    var reader = reader
    while let box = try reader.box() {
      var content = reader.reader(of: box)
      switch box.type {
      case "ipco":
        while let property = try content.box() {
          properties.append(try ItemProperty(parsing: property, in: content))
        }
      case "ipma":
        try PropertyAssociation.parse(content, into: &associations)
      default:
        break
      }
    }
  }
}
