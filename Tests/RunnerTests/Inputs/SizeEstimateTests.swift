import Testing

@testable import Runner

@Suite struct SizeEstimateTests {
  @Test(arguments: [0, 1, 4096])
  func fewAreExact(count: Int) {
    var estimate = SizeEstimate()
    for size in 0..<count { estimate.add { size } }
    #expect(estimate.isExact)
    #expect(estimate.total == (0..<count).reduce(0, +))
  }

  @Test("a million files are asked for ten thousand sizes, and the sum is near")
  func manyAreEstimated() {
    var estimate = SizeEstimate()
    var asked = 0
    // Sizes between one and three million that follow no order.
    let sizes = (0..<1_000_000).map { 1_000_000 + $0 * 7919 % 2_000_003 }
    for size in sizes {
      estimate.add {
        asked += 1
        return size
      }
    }
    #expect(!estimate.isExact)
    #expect((8_000...16_000).contains(asked), "\(asked)")
    let ratio = Double(estimate.total) / Double(sizes.reduce(0, +))
    #expect(abs(ratio - 1) < 0.02, "\(ratio)")
  }

  @Test func exactOnDemand() {
    var estimate = SizeEstimate(exact: true)
    for _ in 0..<50_000 { estimate.add { 3 } }
    #expect(estimate.isExact)
    #expect(estimate.total == 150_000)
  }

  @Test("sizes that no disk has")
  func absurd() {
    var estimate = SizeEstimate()
    for _ in 0..<10_000 { estimate.add { .max } }
    #expect(estimate.total == .max)
    var negative = SizeEstimate()
    negative.add { -1 }
    #expect(negative.total == 0)
  }
}
