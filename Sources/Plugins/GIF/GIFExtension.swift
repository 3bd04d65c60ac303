import ConverterCore

/// What a file says beside its pictures; without bytes where there were too many.
enum GIFExtension {
  case comment([UInt8]?)
  case xmp([UInt8]?)
  case profile([UInt8]?)

  /// The bytes 1, 255, 254 … 1, 0 behind an XMP packet, which stands there without the lengths of blocks: whoever
  /// takes any of its bytes for a length comes to the end all the same (XMP specification, part 3, section 1.1.2).
  static let packetEnd: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) }

  /// The packet that begins at the lower bound; blocks of it joined where it is in blocks, as it should not be.
  static func packet(
    at place: Range<Int>, of input: InputFile
  ) throws(ConversionError) -> [UInt8] {
    let bytes = try input.read(at: place.lowerBound, count: place.count)
    if bytes.count > packetEnd.count, Array(bytes.dropLast().suffix(packetEnd.count)) == packetEnd {
      return Array(bytes.dropLast(packetEnd.count + 1))
    }
    var joined: [UInt8] = []
    var index = 0
    while index < bytes.count, bytes[index] > 0 {
      let end = index + 1 + Int(bytes[index])
      joined += bytes[index + 1..<min(end, bytes.count)]
      index = end
    }
    return joined
  }
}
