import CHEVCStreams
import ConverterCore
import HEVC
import Testing

/// Streams of every kind, made by lot, against libde265.
@Suite struct RandomStreamTests {
  private static let streamsOfATest = 20

  /// Each has a size, blocks, tools, slices, tiles and wavefronts of its own.
  @Test(arguments: 0..<20, HEVCDecoder.Instructions.allCases)
  func equalsReference(batch: Int, instructions: HEVCDecoder.Instructions) throws {
    let decoder = HEVCDecoder(instructions)
    var compared = 0
    for seed in batch * Self.streamsOfATest..<(batch + 1) * Self.streamsOfATest {
      guard let (stream, kind) = CodedStream.random(UInt64(seed)) else { continue }
      let (planes, outcome) = try stream.decoded(by: decoder)
      #expect(outcome == .decoded, "seed \(seed)")
      let reference = try #require(stream.decodedByReference(), "seed \(seed)")
      if kind.has_chroma_offsets_across_slices != 0 {
        // libde265's luma is right nevertheless.
        #expect(planes.samples.first == reference.samples.first, "seed \(seed)")
      } else {
        #expect(planes == reference, "seed \(seed)")
      }
      compared += 1
    }
    #expect(compared > Self.streamsOfATest / 2)
  }

  /// What does not fit into the caller's planes is left out, and nothing else changes.
  @Test(arguments: [(1, 0), (0, 1), (7, 5), (64, 64), (500, 500)])
  func planesMayBeSmaller(width: Int, height: Int) throws {
    let decoder = HEVCDecoder()
    for seed in 0..<20 as Range<UInt64> {
      guard let (stream, kind) = CodedStream.random(seed) else { continue }
      let (whole, _) = try stream.decoded(by: decoder)
      let (part, outcome) = try stream.decoded(by: decoder, crop: (width, height))
      #expect(outcome == .decoded)
      for (index, samples) in part.samples.enumerated() {
        let scale = index == 0 ? 1 : 2
        let stride = (Int(kind.width) + scale - 1) / scale
        let columns = max(0, Int(kind.width) - width + scale - 1) / scale
        let rows = max(0, Int(kind.height) - height + scale - 1) / scale
        let expected = (0..<rows).flatMap {
          whole.samples[index][$0 * stride..<$0 * stride + columns]
        }
        #expect(samples == expected, "seed \(seed)")
      }
    }
  }
}
