import TIFFStructure

@testable import TIFFPlugin

/// Small uncompressed files, put together field by field.
struct TinyTIFF: Sendable {
  var width = 3
  var height = 2
  var bits = 8
  var samples = 1
  var photometric = 1
  var compression = 1
  /// Rows as stored; of planes, one plane after the other, in strips of their own.
  var data: [UInt8] = [0, 50, 100, 150, 200, 250]
  var planes = 1
  var isBigEndian = false
  var isBig = false
  /// Further fields, or others in the place of those that it has.
  var more: @Sendable (DirectoryBuilder) -> [DirectoryBuilder.Field] = { _ in [] }

  var builder: DirectoryBuilder { DirectoryBuilder(isBigEndian: isBigEndian, isBig: isBig) }

  var bytes: [UInt8] { TinyTIFF.file([self]) }

  /// A file of several pages.
  ///
  /// - Parameter last: where the last directory leads.
  static func file(_ pages: [TinyTIFF], last: (_ directories: [Int]) -> Int = { _ in 0 }) -> [UInt8]
  {
    let builder = pages[0].builder
    var bytes = builder.header(firstDirectory: 0)
    var link = builder.isBig ? 8 : 4
    var directories: [Int] = []
    func set(_ offset: Int) {
      let number = builder.number(offset, builder.isBig ? 8 : 4)
      bytes.replaceSubrange(link..<link + number.count, with: number)
    }
    for page in pages {
      let start = bytes.count
      bytes += page.data + (page.data.count % 2 == 1 ? [0] : [])
      let directory = builder.bytes(of: page.fields(at: start), at: bytes.count)
      set(bytes.count)
      directories.append(bytes.count)
      link = bytes.count + directory.link
      bytes += directory.bytes
    }
    set(last(directories))
    return bytes
  }

  private func fields(at start: Int) -> [DirectoryBuilder.Field] {
    let builder = builder
    let length = data.count / planes
    let own = [
      builder.long(TIFFTag.imageWidth, width), builder.long(TIFFTag.imageLength, height),
      builder.short(TIFFTag.bitsPerSample, Array(repeating: bits, count: samples)),
      builder.short(TIFFTag.compression, compression),
      builder.short(TIFFTag.photometric, photometric),
      builder.offsets(TIFFTag.stripOffsets, (0..<planes).map { start + $0 * length }),
      builder.short(TIFFTag.samplesPerPixel, samples),
      builder.long(TIFFTag.rowsPerStrip, height),
      builder.offsets(TIFFTag.stripByteCounts, Array(repeating: length, count: planes)),
      builder.short(TIFFTag.planarConfiguration, planes > 1 ? 2 : 1),
    ]
    let more = more(builder)
    return own.filter { field in !more.contains { $0.tag == field.tag } } + more
  }
}
