import ConverterCore
import HEVC

extension Parser {
  /// NAL units, each behind its size in two bytes, through both forms of our decoder.
  ///
  /// Which must be one: what the processor's vectors make of a stream is what plain code makes of it.
  static let hevc = Parser(name: "hevc") { bytes in
    var units: [Range<Int>] = []
    var position = 0
    while position + 2 <= bytes.count {
      let size = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      units.append(position + 2..<min(position + 2 + size, bytes.count))
      position += 2 + size
    }
    let best = decode(bytes, units, by: HEVCDecoder(.best))
    let plain = decode(bytes, units, by: HEVCDecoder(.plain))
    precondition(best == plain, "the processor's instructions make another picture")
  }

  /// All planes behind each other; `nil` where there is no picture.
  private static func decode(
    _ bytes: [UInt8], _ units: [Range<Int>], by decoder: HEVCDecoder
  ) -> [UInt8]? {
    var limits = Limits.standard
    limits.pixels = 1 << 18
    limits.memory = 1 << 24
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * limits.pixels)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0)
    guard let base = memory.baseAddress else { return nil }
    var used = 0
    let outcome = try? decoder.decode(sets: [], data: bytes, units: units, limits: limits) {
      picture in
      (picture.isGray ? [1] : [1, 2, 2]).map { scale in
        let (width, height) = (
          (picture.width + scale - 1) / scale, (picture.height + scale - 1) / scale
        )
        defer { used += width * height }
        return HEVCPlane(base: base + used, stride: width, width: width, height: height)
      }
    }
    return outcome == .decoded ? Array(memory.prefix(used)) : nil
  }
}
