import CHEVCStreams
import ConverterCore
import HEVC

/// The planes of a picture, row by row.
struct Planes: Equatable {
  var samples: [[UInt8]] = []
}

/// NAL units of one picture.
struct CodedStream {
  var bytes: [UInt8]
  var units: [Range<Int>]

  /// Splits NAL units that stand behind their sizes of four bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    units = []
    var position = 0
    while position + 4 <= bytes.count {
      let size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      units.append(position + 4..<min(position + 4 + size, bytes.count))
      position += 4 + size
    }
  }

  init(sets: [[UInt8]], data: [UInt8], units: [Range<Int>]) {
    bytes = data
    self.units = units
    for set in sets.reversed() {
      self.units.insert(bytes.count..<bytes.count + set.count, at: 0)
      bytes += set
    }
  }

  /// The stream of a seed, and what is known of it; `nil` where its lot was a bad one.
  static func random(_ seed: UInt64) -> (stream: CodedStream, kind: fairy_hevc_stream_kind)? {
    var kind = fairy_hevc_stream_kind()
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 21) { buffer, count in
      count = fairy_hevc_make_stream(seed, buffer.baseAddress, buffer.count, &kind)
    }
    return bytes.isEmpty ? nil : (CodedStream(bytes), kind)
  }

  /// What our decoder makes of it.
  ///
  /// - Parameter crop: the planes are so many samples of luma smaller than the picture.
  func decoded(
    by decoder: HEVCDecoder, limits: Limits = .standard, crop: (width: Int, height: Int) = (0, 0)
  ) throws(ConversionError) -> (planes: Planes, outcome: HEVCDecoder.Outcome) {
    var planes = Planes()
    var memory: [(base: UnsafeMutablePointer<UInt8>, count: Int)] = []
    defer { for buffer in memory { buffer.base.deallocate() } }
    let outcome = try decoder.decode(sets: [], data: bytes, units: units, limits: limits) {
      (picture) throws(ConversionError) in
      (picture.isGray ? [1] : [1, 2, 2]).map { scale in
        let width = max(0, picture.width - crop.width + scale - 1) / scale
        let height = max(0, picture.height - crop.height + scale - 1) / scale
        let base = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
        base.initialize(repeating: 0, count: width * height)
        memory.append((base, width * height))
        return HEVCPlane(base: base, stride: width, width: width, height: height)
      }
    }
    if outcome == .decoded {
      planes.samples = memory.map { Array(UnsafeBufferPointer(start: $0.base, count: $0.count)) }
    }
    return (planes, outcome)
  }
}
