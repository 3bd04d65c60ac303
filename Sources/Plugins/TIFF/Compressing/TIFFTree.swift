import ConverterCore
import TIFFStructure

/// Everything in a TIFF file that directories name, so that it can be written again.
struct TIFFTree {
  /// A directory, and what it refers to.
  struct Node {
    let directory: TIFFDirectory
    /// Strips or tiles; `nil` for a directory of metadata.
    var samples: TIFFSamples?
    /// Directories that fields refer to.
    var below: [UInt16: [Node]] = [:]
    /// A thumbnail's stream (Exif 2.32, 4.6.4).
    var jpeg: Range<Int>?
    var makerNote: Range<Int>?
  }

  enum Obstacle: Error {
    /// Why the file had better stay as it is.
    case reason(String)
    case failure(ConversionError)
  }

  private(set) var pages: [Node] = []
  private(set) var makerNotes: [Range<Int>] = []
  private var claimed: [Range<Int>] = []
  private var seen: Set<Int> = []
  /// What all lists of strips and tiles take.
  private var listByteCount = 0

  private let file: TIFFFile
  private let context: ConversionContext

  /// Fields that refer to directories, whatever their type.
  private static let pointers: Set<UInt16> = [
    TIFFTag.subDirectories, TIFFTag.exifDirectory, TIFFTag.gpsDirectory,
    TIFFTag.interoperabilityDirectory,
    // GlobalParametersIFD (TIFF/FX, RFC 2301), Kodak's IFD.
    400, 33424,
  ]
  private static let deepest = 8
  /// Fields are held in memory, a directory's at a time.
  private static let largestField = 1 << 28

  /// - Parameter most: the bytes that may belong to nothing, and are 0 then, and that may belong to several things.
  init(
    _ file: TIFFFile, most: Int, in context: ConversionContext
  ) throws(Obstacle) {
    self.file = file
    self.context = context
    claimed.append(0..<(file.isBig ? 16 : 8))
    do throws(ConversionError) {
      let ghost = try file.input.read(at: file.isBig ? 16 : 8, count: 24)
      if ghost.starts(with: Array("GDAL_STRUCTURAL_METADATA".utf8)) {
        throw Reason("it is a cloud-optimised GeoTIFF, whose order would be lost").error
      }
      var offset = file.firstDirectory
      while offset != 0 {
        try context.limits.check(.entries, seen.count + 1, for: "the list of its pages")
        let page = try node(at: offset, depth: 0)
        pages.append(page)
        offset = page.directory.next
      }
      let (covered, gaps) = covered(by: claimed)
      guard claimed.reduce(0, { $0 + $1.count }) - covered <= most else {
        throw Reason("parts of it lie over each other").error
      }
      let unclaimed = file.input.byteCount - covered
      var isPadding = unclaimed <= most
      for gap in gaps where isPadding { isPadding = try isEmpty(gap) }
      guard isPadding else {
        throw Reason(
          "\(unclaimed) bytes of it belong to nothing that TIFF knows, and would be lost"
        )
        .error
      }
    } catch {
      if let why = Reason.of(error) { throw Obstacle.reason(why) }
      throw Obstacle.failure(error)
    }
    makerNotes.sort { $0.lowerBound < $1.lowerBound }
  }

  /// A reason not to touch the file, on its way out.
  private struct Reason {
    let error: ConversionError

    init(_ words: String) { error = ConversionError(.unsupportedContent, words) }

    static func of(_ error: ConversionError) -> String? {
      [.unsupportedContent, .damagedInput].contains(error.code) ? error.message : nil
    }
  }

  private mutating func node(at offset: Int, depth: Int) throws(ConversionError) -> Node {
    guard depth < Self.deepest, seen.insert(offset).inserted else {
      throw Reason("its directories refer to each other").error
    }
    if seen.count % 256 == 0 { try context.checkpoint() }
    let directory = try file.directory(at: offset)
    let header = file.header
    let said = try file.input.read(at: offset, count: header.countWidth)
    guard said.number(at: 0, width: header.countWidth, header.order) == directory.fields.count
    else {
      throw Reason("it has fields that cannot be read, and would be lost").error
    }
    let size =
      header.countWidth + directory.fields.count * header.entrySize + header.offsetWidth
    claimed.append(offset..<offset + size)
    listByteCount += TIFFSamples.listByteCount(directory)
    try context.limits.check(
      .memory, listByteCount, for: "the list of its pages' strips and tiles")
    // As they are read, and as they are written.
    try context.limits.check(
      .memory, directory.fields.values.reduce(0) { $0 + 3 * $1.bytes.count },
      for: "the fields of a page")
    var node = Node(directory: directory)
    for field in directory.fields.values.sorted(by: { $0.tag < $1.tag }) {
      guard field.bytes.count <= Self.largestField else {
        throw Reason("it has a field of \(field.bytes.count) bytes").error
      }
      if field.bytes.count > (file.isBig ? 8 : 4) { claimed.append(field.bytes) }
      if Self.pointers.contains(field.tag) || field.type == TIFFType.directory || field.type == 18 {
        var below: [Node] = []
        for offset in try directory.integers(field.tag) {
          let child = try self.node(at: offset, depth: depth + 1)
          guard child.directory.next == 0 else {
            throw Reason("directories below its pages follow each other").error
          }
          below.append(child)
        }
        node.below[field.tag] = below
      }
      if field.tag == TIFFTag.makerNote, field.bytes.count > (file.isBig ? 8 : 4) {
        node.makerNote = field.bytes
        makerNotes.append(field.bytes)
      }
    }
    node.samples = try TIFFSamples(directory)
    claimed += node.samples?.places ?? []
    if let start = try directory.integer(TIFFTag.jpegOffset) {
      let length = try directory.integer(TIFFTag.jpegLength) ?? 0
      guard start > 0, length > 0, length <= file.input.byteCount - start, node.samples == nil
      else { throw Reason("it has JPEG in the way of TIFF 6.0, whose tables stand anywhere").error }
      node.jpeg = start..<start + length
      claimed.append(start..<start + length)
    }
    return node
  }

  /// How many bytes of the file ranges cover, those that several do counted once, and what lies between them.
  private func covered(by ranges: [Range<Int>]) -> (count: Int, gaps: [Range<Int>]) {
    var (end, sum) = (0, 0)
    var gaps: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      if range.lowerBound > end { gaps.append(end..<range.lowerBound) }
      sum += range.upperBound - max(end, range.lowerBound)
      end = range.upperBound
    }
    if end < file.input.byteCount { gaps.append(end..<file.input.byteCount) }
    return (sum, gaps)
  }

  private func isEmpty(_ gap: Range<Int>) throws(ConversionError) -> Bool {
    try file.input.read(at: gap.lowerBound, count: gap.count).allSatisfy { $0 == 0 }
  }
}
