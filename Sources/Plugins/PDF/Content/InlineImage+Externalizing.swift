import ConverterCore
import PDFObjects

/// A picture that stood in a content stream and is to become an image XObject.
struct ExternalizedImage: Equatable, Sendable {
  /// What the content now draws, with its slash.
  let name: String
  /// Keys and values of an image dictionary, none abbreviated.
  let entries: [ContentValue.Entry]
  let data: [UInt8]
}

extension InlineImage {
  /// What is smaller stays: an object of its own costs some hundred bytes.
  static let worthExternalizing = 4096

  /// Content with its large pictures taken out, and these.
  ///
  /// The content draws them by name instead (`Do`): its resources must get them under their names.
  ///
  /// - Parameters:
  ///   - byteCount: the most data that stay in the content.
  ///   - names: those that the resources have for XObjects already.
  ///   - colourSpaces: those that the resources have for colour spaces; pictures in another one stay.
  /// - Returns: `nil` where nothing is to be done, or not all of the content can be understood.
  static func externalizingInlineImages(
    in content: [UInt8], above byteCount: Int = worthExternalizing, besides names: Set<String> = [],
    colourSpaces: Set<String> = []
  ) -> (content: [UInt8], images: [ExternalizedImage])? {
    var rewritten: [UInt8] = []
    var images: [ExternalizedImage] = []
    var scanner = ContentScanner(content)
    var copied = 0
    var nesting = 0
    var number = 0
    while true {
      let start = scanner.position
      let token = scanner.next()
      if token == .end { break }
      switch token {
      case .arrayStart, .dictionaryStart: nesting += 1
      case .arrayEnd, .dictionaryEnd: nesting -= 1
      case .operator(.unknown), .operator(.inlineImageData), .operator(.endInlineImage): return nil
      // An operator among operands: what follows may not be what it seems.
      case .operator: guard nesting == 0 else { return nil }
      default: break
      }
      guard token == .operator(.beginInlineImage) else { continue }
      // Space and comments before `BI` stay.
      guard let image = scanner.inlineImage(from: max(start, scanner.position - 2)) else {
        return nil
      }
      guard image.data.count > byteCount,
        let entries = image.imageDictionary(colourSpaces: colourSpaces)
      else { continue }
      var name = "/Inline\(number)"
      while names.contains(name) {
        number += 1
        name = "/Inline\(number)"
      }
      number += 1
      rewritten += content[copied..<image.extent.lowerBound]
      rewritten += "\(name) Do".utf8
      copied = image.extent.upperBound
      images.append(
        ExternalizedImage(name: name, entries: entries, data: Array(content[image.data])))
    }
    guard scanner.isSound, nesting == 0, !images.isEmpty else { return nil }
    rewritten += content[copied...]
    return drawSame(content, rewritten, but: images) ? (rewritten, images) : nil
  }

  /// Whether content draws what it drew: where data end that have no known length depends on what follows.
  private static func drawSame(
    _ content: [UInt8], _ rewritten: [UInt8], but images: [ExternalizedImage]
  ) -> Bool {
    let checkpoint = { () throws(ConversionError) in }
    guard let before = try? ContentInterpreter.summary(of: content, checkpoint: checkpoint),
      var after = try? ContentInterpreter.summary(of: rewritten, checkpoint: checkpoint)
    else { return false }
    for image in images {
      guard after.objects.removeValue(forKey: image.name)?.count == 1 else { return false }
      after.names[.xObject]?.remove(image.name)
    }
    after.inlineImages += images.count
    return after.drawsTheSame(as: before)
  }

  private static let longKeys = [
    "/BPC": "/BitsPerComponent", "/CS": "/ColorSpace", "/D": "/Decode", "/DP": "/DecodeParms",
    "/F": "/Filter", "/H": "/Height", "/IM": "/ImageMask", "/I": "/Interpolate", "/W": "/Width",
    "/L": "/Length",
  ]
  private static let longColourSpaces = [
    "/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed",
  ]
  private static let longFilters = [
    "/AHx": "/ASCIIHexDecode", "/A85": "/ASCII85Decode", "/LZW": "/LZWDecode",
    "/Fl": "/FlateDecode", "/RL": "/RunLengthDecode", "/CCF": "/CCITTFaxDecode",
    "/DCT": "/DCTDecode",
  ]

  /// Its keys and values as an image XObject has them; `nil` where that could mean something else.
  private func imageDictionary(colourSpaces: Set<String>) -> [ContentValue.Entry]? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    var seen: Set<String> = []
    var entries: [ContentValue.Entry] = []
    for var entry in self.entries {
      entry.key = Self.longKeys[entry.key] ?? entry.key
      guard seen.insert(entry.key).inserted else { return nil }
      switch entry.key {
      case "/Length", "/Type", "/Subtype": continue
      case "/Filter": entry.value = entry.value.renamed(by: Self.longFilters)
      case "/ColorSpace":
        entry.value = entry.value.renamed(by: Self.longColourSpaces)
        guard
          entry.value.names.allSatisfy({ name in
            Self.longColourSpaces.values.contains(name) || colourSpaces.contains(name)
          })
        else { return nil }
      default: break
      }
      entries.append(entry)
    }
    return entries
  }
}

extension ContentValue {
  fileprivate func renamed(by names: [String: String]) -> ContentValue {
    switch self {
    case .name(let name): .name(names[name] ?? name)
    case .array(let items): .array(items.map { $0.renamed(by: names) })
    default: self
    }
  }
}

extension ExternalizedImage {
  /// The image XObject.
  ///
  /// - Parameter resources: those of the content, for the colour spaces that the picture names.
  func stream(
    in file: PDFFile, resources: PDFObject
  ) throws(ConversionError) -> PDFObject {
    let stream = try file.stream()
    let value = { (key: String) in entries.first { $0.key == key }?.value ?? .null }
    stream.replaceData(
      data, filter: value("/Filter").object(in: file),
      parameters: value("/DecodeParms").object(in: file))
    stream["/Type"] = file.name("/XObject")
    stream["/Subtype"] = file.name("/Image")
    for entry in entries where entry.key != "/Filter" && entry.key != "/DecodeParms" {
      let spaces = entry.key == "/ColorSpace" ? resources["/ColorSpace"] : nil
      stream[entry.key] = entry.value.object(in: file, colourSpaces: spaces)
    }
    return stream
  }
}

extension ContentValue {
  /// - Parameter colourSpaces: what names stand for.
  fileprivate func object(in file: PDFFile, colourSpaces: PDFObject? = nil) -> PDFObject {
    switch self {
    case .number(let number): integer.map { file.integer($0) } ?? file.real(number)
    case .boolean(let boolean): file.boolean(boolean)
    case .null: file.null
    case .name(let name):
      if let colourSpaces, colourSpaces.has(name) { colourSpaces[name] } else { file.name(name) }
    case .string(let bytes): file.string(bytes)
    case .array(let items):
      file.array(items.map { $0.object(in: file, colourSpaces: colourSpaces) })
    case .dictionary(let entries):
      entries.reduce(file.dictionary()) { dictionary, entry in
        dictionary[entry.key] = entry.value.object(in: file)
        return dictionary
      }
    }
  }
}

extension ContentSummary {
  fileprivate func drawsTheSame(as other: ContentSummary) -> Bool {
    // Pictures that were taken out no longer name their colour spaces.
    func names(_ summary: ContentSummary) -> [ResourceCategory: Set<String>] {
      summary.names.filter { !$0.value.isEmpty && $0.key != .colourSpace }
    }
    return inlineImages == other.inlineImages && isCertain == other.isCertain
      && names(self) == names(other)
      && objects == other.objects && fonts == other.fonts && graphicsStates == other.graphicsStates
  }
}
