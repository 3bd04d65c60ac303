import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// For each sample of a result, the samples it is made of and their weights: the Lanczos window of
/// three lobes, widened when the result is smaller.
///
/// Positions count in input samples, whose centres are at 0.5, 1.5, …. Weights of samples beyond
/// the edge are dropped and the others scaled to a sum of 1, so that edges do not darken.
struct ResamplingKernel {
  /// The first input sample of each result.
  let firsts: [Int]
  /// The samples that each result takes; later weights are 0.
  let counts: [Int]
  /// Weights of a result, a multiple of 8.
  let pitch: Int
  let weights: [Float]

  /// - Parameters:
  ///   - count: the number of results.
  ///   - origin: where the first result begins, in input samples.
  ///   - step: the size of a result, in input samples.
  ///   - inputCount: the number of input samples.
  init(count: Int, origin: Double, step: Double, inputCount: Int) {
    let width = max(1, step)
    var firsts: [Int] = []
    var lists: [[Double]] = []
    for index in 0..<count {
      let centre = origin + (Double(index) + 0.5) * step
      // The last chroma sample of an odd picture may have its centre beyond the edge.
      let held = min(max(centre, 0), Double(inputCount))
      let first = max(0, Int((held - 3 * width - 0.5).rounded(.up)))
      let last = min(inputCount - 1, Int((held + 3 * width - 0.5).rounded(.down)))
      let list = (first...last).map { ResamplingKernel.lanczos3((Double($0) + 0.5 - held) / width) }
      let sum = list.reduce(0, +)
      firsts.append(first)
      lists.append(list.map { $0 / sum })
    }
    self.firsts = firsts
    counts = lists.map(\.count)
    let pitch = ((counts.max() ?? 0) + 7) & ~7
    self.pitch = pitch
    var weights = [Float](repeating: 0, count: pitch * count)
    for (index, list) in lists.enumerated() {
      for (tap, weight) in list.enumerated() { weights[index * pitch + tap] = Float(weight) }
    }
    self.weights = weights
  }

  private struct Shape: Hashable {
    let count, inputCount: Int
    let origin, step: Double
  }

  private static let known = Mutex<[Shape: ResamplingKernel]>([:])

  /// The same, made once for pictures of one size that come after each other.
  static func shared(
    count: Int, origin: Double, step: Double, inputCount: Int
  ) -> ResamplingKernel {
    let shape = Shape(count: count, inputCount: inputCount, origin: origin, step: step)
    if let kernel = known.withLock({ $0[shape] }) { return kernel }
    let kernel = ResamplingKernel(count: count, origin: origin, step: step, inputCount: inputCount)
    known.withLock {
      // Luma and chroma in both directions, of pictures that lie and that stand.
      if $0.count >= 8 { $0.removeAll() }
      $0[shape] = kernel
    }
    return kernel
  }

  /// The last input sample of a result.
  func last(_ index: Int) -> Int { firsts[index] + counts[index] - 1 }

  /// What an input sample counts in a result.
  func weight(of sample: Int, in index: Int) -> Float {
    let tap = sample - firsts[index]
    return tap >= 0 && tap < counts[index] ? weights[index * pitch + tap] : 0
  }

  /// sin(πx)/(πx) · sin(πx/3)/(πx/3) between −3 and 3, 0 elsewhere.
  static func lanczos3(_ x: Double) -> Double {
    guard x.magnitude < 3 else { return 0 }
    guard x.magnitude > 1e-9 else { return 1 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
