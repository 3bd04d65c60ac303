import CVectors
import Testing

/// Each form of the weighted sums against plain loops, to the bit.
@Suite struct SampleVectorTests {
  private static let forms = [FAIRY_INSTRUCTIONS_BEST, FAIRY_INSTRUCTIONS_PLAIN]
  private static let widths = [1, 7, 8, 15, 16, 17, 31, 32, 33, 100]

  @Test("rows added to sums", arguments: widths)
  func rows(_ width: Int) {
    var random = SystemRandomNumberGenerator()
    let sumCount = 3
    for rowCount in 1...Int(FAIRY_ROWS_AT_ONCE) {
      let weights = (0..<sumCount * Int(FAIRY_ROWS_AT_ONCE)).map { _ in
        Float.random(in: -1...1, using: &random)
      }
      let before = (0..<sumCount).map { _ in
        (0..<width).map { _ in Float.random(in: -100...100, using: &random) }
      }
      func check<Sample: BinaryInteger & FixedWidthInteger>(
        _ type: Sample.Type, _ kind: fairy_sample_kind
      ) {
        let rows = (0..<rowCount).map { _ in
          (0..<width).map { _ in Sample.random(in: 0...Sample.max, using: &random) }
        }
        check(rows, kind) { Float($0) }
      }
      func check<Sample>(
        _ rows: [[Sample]], _ kind: fairy_sample_kind, _ number: (Sample) -> Float
      ) {
        // Of three sums the first hold something, the others begin here.
        let begunCount = Int.random(in: 0...sumCount, using: &random)
        var expected = before
        for x in 0..<width {
          for (k, _) in expected.enumerated() {
            if k >= begunCount { expected[k][x] = 0 }
            for (index, row) in rows.enumerated() {
              expected[k][x] += number(row[x]) * weights[k * Int(FAIRY_ROWS_AT_ONCE) + index]
            }
          }
        }
        for form in SampleVectorTests.forms {
          // A number behind each sum shows whether more than the sum was written.
          let sums = before.map { line in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: width + 1)
            copy.initialize(from: line + [12345], count: width + 1)
            return copy
          }
          let copies = rows.map { row in
            let copy = UnsafeMutablePointer<Sample>.allocate(capacity: width)
            copy.initialize(from: row, count: width)
            return copy
          }
          defer {
            for sum in sums { sum.deallocate() }
            for copy in copies { copy.deallocate() }
          }
          fairy_add_rows(
            kind, copies.map { UnsafeRawPointer($0) }, rowCount, width, sums.map { $0 }, weights,
            sumCount, begunCount, form)
          for (k, sum) in sums.enumerated() {
            #expect(Array(UnsafeBufferPointer(start: sum, count: width)) == expected[k])
            #expect(sum[width] == 12345)
          }
        }
      }
      check(UInt8.self, FAIRY_SAMPLES_8)
      check(UInt16.self, FAIRY_SAMPLES_16)
      let numbers = (0..<rowCount).map { _ in
        (0..<width).map { _ in Float.random(in: 0...1, using: &random) }
      }
      check(numbers, FAIRY_SAMPLES_FLOAT) { $0 }
    }
  }

  @Test("samples weighed", arguments: [8, 16, 40])
  func samples(_ pitch: Int) {
    var random = SystemRandomNumberGenerator()
    let samples = (0..<200).map { _ in Float.random(in: 0...255, using: &random) }
    let firsts = (0..<37).map { Int32($0 * 4) }
    let weights = (0..<37 * pitch).map { _ in Float.random(in: -1...1, using: &random) }
    let expected = firsts.indices.map { x in
      var lanes = [Float](repeating: 0, count: 8)
      for tap in 0..<pitch {
        lanes[tap % 8] += samples[Int(firsts[x]) + tap] * weights[x * pitch + tap]
      }
      let half = (0..<4).map { lanes[$0] + lanes[$0 + 4] }
      return (half[0] + half[2]) + (half[1] + half[3])
    }
    for form in SampleVectorTests.forms {
      var results = [Float](repeating: 0, count: firsts.count)
      fairy_weigh_samples(samples, firsts, weights, pitch, firsts.count, &results, form)
      #expect(results == expected)
    }
  }
}
