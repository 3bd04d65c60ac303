import CHEVCStreams
import ConverterCore
import HEVC
import Testing

@Suite struct DamageTests {
  /// A small stream with several slices or tiles, and one without.
  private static func streams() -> [CodedStream] {
    var found: [CodedStream] = []
    let (sets, most) = (3, 900)
    for seed in 0..<300 as Range<UInt64> {
      guard found.count < 4, let (stream, _) = CodedStream.random(seed) else { continue }
      let isWanted = found.count.isMultiple(of: 2) || stream.units.count > sets + 1
      if stream.bytes.count <= most && isWanted { found.append(stream) }
    }
    return found
  }

  @Test func noPrefixIsAPicture() throws {
    let decoder = HEVCDecoder()
    for stream in Self.streams() {
      let whole = try stream.decoded(by: decoder)
      #expect(whole.outcome == .decoded)
      for count in 0..<stream.bytes.count {
        let (_, outcome) = try CodedStream(Array(stream.bytes.prefix(count)))
          .decoded(by: decoder)
        #expect(outcome != .decoded, "\(count) of \(stream.bytes.count)")
      }
      // And the decoder is none the worse for it.
      #expect(try stream.decoded(by: decoder).planes == whole.planes)
    }
  }

  /// Whatever bits are others: a picture or not, in bounded memory.
  @Test(arguments: HEVCDecoder.Instructions.allCases)
  func anyBitMayBeWrong(instructions: HEVCDecoder.Instructions) throws {
    let decoder = HEVCDecoder(instructions)
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 24
    for stream in Self.streams() {
      for unit in stream.units {
        for position in unit {
          for bit in 0..<8 {
            var damaged = stream
            damaged.bytes[position] ^= 1 << UInt8(bit)
            _ = try? damaged.decoded(by: decoder, limits: limits)
          }
        }
      }
    }
  }

  @Test func emptyUnitsAreNoPicture() throws {
    let decoder = HEVCDecoder()
    #expect(try CodedStream([]).decoded(by: decoder).outcome == .damaged)
    #expect(try CodedStream([0, 0, 0, 1, 0x26]).decoded(by: decoder).outcome == .damaged)
    #expect(try CodedStream([0, 0, 0, 2, 0x26, 1]).decoded(by: decoder).outcome == .damaged)
  }

  @Test func sizesAreLookedAtFirst() throws {
    let (stream, kind) = try #require(CodedStream.random(3))
    var limits = Limits.standard
    limits.pixels = Int(kind.width * kind.height) - 1
    let pixels = #expect(throws: ConversionError.self) {
      _ = try stream.decoded(by: HEVCDecoder(), limits: limits)
    }
    #expect(pixels?.code == .limitExceeded)
    limits = .standard
    limits.memory = 1000
    let memory = #expect(throws: ConversionError.self) {
      _ = try stream.decoded(by: HEVCDecoder(), limits: limits)
    }
    #expect(memory?.code == .limitExceeded)
  }
}
