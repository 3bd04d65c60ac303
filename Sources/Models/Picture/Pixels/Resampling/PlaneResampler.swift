/// The rows of one plane on their way to another size: each input row is added, times its weights, to all the
/// rows of the result that it is a part of, and what comes of that is brought to the new width.
///
/// In this order the larger part of the work runs along rows as they lie in memory, and what is held is a few
/// rows of sums, however much smaller the result is.
///
/// Rows that are given have `inputWidth` × `channels` samples. No more than `room` of them are taken at once, so that
/// `targets` and `weights`, which have `capacity` places, take all results under way; lines have room for what the
/// kernel looks at behind the last sample.
@safe final class PlaneResampler {
  /// The first input row that has not been taken.
  private(set) var nextRow = 0
  /// The row of the result that is made next.
  private var nextResult = 0
  /// The first result that no row has been added to.
  private var nextBegun = 0
  private let vertical: ResamplingKernel
  private let horizontal: ResamplingKernel
  private let firstColumns: [Int32]
  private let channels: Int
  private let inputWidth: Int
  private let capacity: Int
  /// Sums of results that are under way: that of result `y` is at `y % capacity`.
  private let sums: [FloatLine]
  private let channel: FloatLine
  private let results: [FloatLine]
  // What the loops are called with.
  private let rows: UnsafeMutablePointer<UnsafeRawPointer?>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let weights: UnsafeMutablePointer<Float>

  /// - Parameter channels: of interleaved samples; each is a line of the result.
  init(
    horizontal: ResamplingKernel, vertical: ResamplingKernel, channels: Int, inputWidth: Int
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.channels = channels
    self.inputWidth = inputWidth
    firstColumns = horizontal.firsts.map(Int32.init)
    let capacity = PlaneResampler.capacity(vertical)
    self.capacity = capacity
    // Padding of the kernel may look past the end, at zeros.
    let width = inputWidth + horizontal.pitch
    sums = (0..<capacity).map { _ in FloatLine(channels == 1 ? width : inputWidth * channels) }
    channel = FloatLine(channels == 1 ? 0 : width)
    results = (0..<channels).map { _ in FloatLine(horizontal.firsts.count) }
    unsafe rows = .allocate(capacity: SampleSums.rowsAtOnce)
    unsafe rows.initialize(repeating: nil, count: SampleSums.rowsAtOnce)
    unsafe targets = .allocate(capacity: capacity)
    unsafe targets.initialize(repeating: nil, count: capacity)
    unsafe weights = .allocate(capacity: capacity * SampleSums.rowsAtOnce)
    unsafe weights.initialize(repeating: 0, count: capacity * SampleSums.rowsAtOnce)
  }

  deinit {
    unsafe rows.deallocate()
    unsafe targets.deallocate()
    unsafe weights.deallocate()
  }

  /// The bytes that resampling to a size holds at a time.
  static func byteCount(_ vertical: ResamplingKernel, inputWidth: Int, channels: Int) -> Int {
    capacity(vertical) * inputWidth * channels * 4
  }

  /// How many results may be under way: as many as an input row is a part of, and a few more so that rows can be
  /// taken several at a time.
  private static func capacity(_ vertical: ResamplingKernel) -> Int {
    var (most, end) = (0, 0)
    for y in vertical.firsts.indices {
      while end < vertical.firsts.count, vertical.firsts[end] <= vertical.last(y) { end += 1 }
      most = max(most, end - y)
    }
    return min(most + 4, vertical.firsts.count)
  }

  /// The input row that must have been taken before result `y` can be made.
  func lastRow(for y: Int) -> Int { vertical.last(y) }

  /// How many rows there is room for, 1 or more while rows are missing for the next result.
  var room: Int {
    let beyond = nextResult + capacity
    return beyond < vertical.firsts.count ? vertical.firsts[beyond] - nextRow : Int.max
  }

  /// Leaves out input rows that result `y` and later ones do not need.
  func skip(to y: Int) { nextRow = max(nextRow, vertical.firsts[y]) }

  /// Takes the next input rows, at most ``SampleSums/rowsAtOnce`` and ``room`` of them.
  func takeRows(_ count: Int, of kind: SampleSums.Kind, _ row: (Int) -> UnsafeRawPointer) {
    for index in 0..<count { unsafe rows[index] = row(nextRow + index) }
    var y = nextResult
    var (sumCount, begunCount) = (0, 0)
    while y < vertical.firsts.count, vertical.firsts[y] < nextRow + count {
      if vertical.last(y) >= nextRow {
        unsafe targets[sumCount] = sums[y % capacity].samples
        for index in 0..<count {
          unsafe weights[sumCount * SampleSums.rowsAtOnce + index] = vertical.weight(
            of: nextRow + index, in: y)
        }
        sumCount += 1
        if y < nextBegun { begunCount = sumCount }
      }
      y += 1
    }
    unsafe SampleSums.add(
      rows, count, of: kind, width: inputWidth * channels, to: targets, sumCount,
      begunCount: begunCount, weights: weights)
    nextRow += count
    nextBegun = y
  }

  /// The next row of the result, a line for each channel, valid until the next one is made.
  func makeRow() -> [FloatLine] {
    let sum = unsafe sums[nextResult % capacity].samples
    if channels == 1 {
      unsafe weigh(sum, into: results[0])
    } else {
      for (index, result) in results.enumerated() {
        let line = unsafe channel.samples
        for x in 0..<inputWidth { unsafe line[x] = sum[x &* channels &+ index] }
        unsafe weigh(line, into: result)
      }
    }
    nextResult += 1
    return results
  }

  private func weigh(_ line: UnsafeMutablePointer<Float>, into result: FloatLine) {
    unsafe SampleSums.weigh(
      line, firstColumns, horizontal.weights, pitch: horizontal.pitch, into: result.samples)
  }
}
