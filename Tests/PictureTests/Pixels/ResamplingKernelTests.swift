import Testing

@testable import PictureModel

@Suite("Weights of the resampling filter")
struct ResamplingKernelTests {
  @Test("Those that are shared are those that are made, however many shapes there are")
  func shared() {
    for count in [1, 7, 100, 7, 33, 64, 65, 66, 67, 68, 69, 7] {
      for origin in [0, 12.5] {
        let step = 300 / Double(count)
        let made = ResamplingKernel(count: count, origin: origin, step: step, inputCount: 320)
        let shared = ResamplingKernel.shared(
          count: count, origin: origin, step: step, inputCount: 320)
        #expect(shared.firsts == made.firsts)
        #expect(shared.counts == made.counts)
        #expect(shared.weights == made.weights)
      }
    }
  }

  @Test("Weights come to 1, and beyond a result's own samples to nothing")
  func weights() {
    let kernel = ResamplingKernel(count: 10, origin: 0, step: 3.3, inputCount: 33)
    for index in 0..<10 {
      let all = (-5..<40).map { kernel.weight(of: $0, in: index) }
      #expect(abs(all.reduce(0, +) - 1) < 1e-5)
      let outside = (-5..<40).filter { $0 < kernel.firsts[index] || $0 > kernel.last(index) }
      #expect(outside.allSatisfy { kernel.weight(of: $0, in: index) == 0 })
      #expect(kernel.last(index) < 33)
    }
  }
}
