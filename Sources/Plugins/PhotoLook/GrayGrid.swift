import PictureModel

/// A small picture in gray, 0…255.
struct GrayGrid {
  let width: Int
  let height: Int
  private(set) var samples: [Float]

  /// The first channel of 8-bit pixels; of ink the black, which has all that photos of one ink have.
  init(_ pixels: PixelBuffer) {
    self.init(pixels, width: pixels.width, height: pixels.height)
  }

  /// The same with a longer side of so many pixels; a smaller picture stays as it is.
  init(_ pixels: PixelBuffer, longSide side: Int) {
    let longer = max(pixels.width, pixels.height)
    func part(_ length: Int) -> Int {
      longer > side ? max(1, (length * side + longer / 2) / longer) : length
    }
    self.init(pixels, width: part(pixels.width), height: part(pixels.height))
  }

  private init(_ pixels: PixelBuffer, width: Int, height: Int) {
    let (count, step) = (pixels.width, pixels.format.samplesPerPixel)
    unsafe self.init(width: width, height: height, of: (count, pixels.height)) { y, line in
      // A row has `step` bytes for each pixel of the width, and the line as many samples as the width.
      let row = unsafe pixels.planes[0].row(y, as: UInt8.self) + (step - 1)
      if step == 1 {
        for x in 0..<count { unsafe line[x] = Float(row[x]) }
      } else {
        for x in 0..<count { unsafe line[x] = Float(row[x * step]) }
      }
    }
  }

  /// The means of equal parts of the picture.
  ///
  /// - Precondition: it is no larger than the picture.
  func reduced(to width: Int, _ height: Int) -> GrayGrid {
    let count = self.width
    return unsafe samples.withUnsafeBufferPointer { samples in
      unsafe GrayGrid(width: width, height: height, of: (count, self.height)) { y, line in
        // There are `height` rows of `count` samples.
        for x in 0..<count { unsafe line[x] = samples[y * count + x] }
      }
    }
  }

  /// The means of equal parts of a picture whose rows come one after the other.
  ///
  /// - Parameter load: puts row `y` into a line of as many samples as the picture's width.
  /// - Precondition: the grid is no larger than the picture.
  private init(
    width: Int, height: Int, of size: (width: Int, height: Int),
    load: (_ y: Int, _ line: UnsafeMutablePointer<Float>) -> Void
  ) {
    precondition(0 < width && width <= size.width && 0 < height && height <= size.height)
    (self.width, self.height) = (width, height)
    let (columns, rows) = (Shares(size.width, to: width), Shares(size.height, to: height))
    samples = [Float](repeating: 0, count: width * height)
    // The row itself, and the sums of what falls into the part at hand and into the next one.
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * size.width) { memory in
      guard let line = memory.baseAddress else { return }
      unsafe memory.initialize(repeating: 0)
      var (sum, next) = unsafe (line + size.width, line + 2 * size.width)
      for y in 0..<size.height {
        unsafe load(y, line)
        let (first, second) = (rows.first[y], rows.second[y])
        for x in 0..<size.width {
          unsafe sum[x] += line[x] * first
          unsafe next[x] = line[x] * second
        }
        guard y + 1 == size.height || rows.targets[y + 1] != rows.targets[y] else { continue }
        unsafe columns.add(sum, to: &samples, at: rows.targets[y] * width)
        unsafe swap(&sum, &next)
      }
    }
  }

  /// Into which of fewer parts each pixel of a side falls, and with which share; the rest falls into the next.
  private struct Shares {
    var targets: [Int] = []
    /// The first pixel of each part.
    var starts: [Int] = []
    var first: [Float] = []
    var second: [Float] = []

    init(_ count: Int, to fewer: Int) {
      let scale = Double(fewer) / Double(count)
      for index in 0..<count {
        let target = min(fewer - 1, index * fewer / count)
        let border = Double(target + 1)
        let end = Double(index + 1) * scale
        let inside = min(end, border) - Double(index) * scale
        if target == starts.count { starts.append(index) }
        targets.append(target)
        first.append(Float(inside))
        second.append(target + 1 < fewer ? Float(max(0, end - border)) : 0)
      }
    }

    /// Puts the sum of what falls into each part of a line, which has as many samples as the side, behind each other.
    func add(_ line: UnsafePointer<Float>, to samples: inout [Float], at place: Int) {
      precondition(place >= 0 && place + starts.count <= samples.count)
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        var index = 0
        var rest: Float = 0
        for part in 0..<starts.count {
          let end = part + 1 < starts.count ? starts[part + 1] : targets.count
          var sum = rest
          // The parts lie within the line one behind the other, and each has one sample at least.
          while index < end {
            unsafe sum += line[index] * first[index]
            index &+= 1
          }
          rest = unsafe line[index &- 1] * second[index &- 1]
          unsafe samples[place &+ part] = sum
        }
      }
    }
  }
}

extension GrayGrid {
  /// How light the lightest twentieth is, 0…1.
  ///
  /// - Parameter sixteenths: ``sixteenths`` of this picture.
  func light(_ sixteenths: [Int16]) -> Double {
    precondition(sixteenths.count == width * height)
    var counts = GrayCounts(width: width)
    unsafe sixteenths.withUnsafeBufferPointer { sixteenths in
      for y in 0..<height {
        counts.add(width) { x in unsafe sixteenths[y &* width &+ x].magnitude }
      }
    }
    return min(1, counts.value(at: 0.95) / 255)
  }

  /// The samples in sixteenths.
  var sixteenths: [Int16] {
    var all = [Int16](repeating: 0, count: samples.count)
    unsafe all.withUnsafeMutableBufferPointer { all in
      unsafe samples.withUnsafeBufferPointer { samples in
        // Of 2²³ and a smaller number the low bits are the number's, rounded, which is faster than a checked conversion.
        for x in 0..<samples.count {
          unsafe all[x] = Int16(truncatingIfNeeded: (samples[x] * 16 + 8_388_608).bitPattern)
        }
      }
    }
    return all
  }

  /// How fast gray changes where it changes most: 0.7 and more of what is in focus, 0.2 of what is blurred; `nil` where
  /// nothing in the picture has contrast.
  ///
  /// - Parameter sixteenths: ``sixteenths`` of this picture.
  func sharpness(_ sixteenths: [Int16]) -> Double? {
    precondition(sixteenths.count == width * height)
    guard width > 5, height > 5 else { return nil }
    var (bends, steps) = (GrayCounts(width: width), GrayCounts(width: width))
    unsafe sixteenths.withUnsafeBufferPointer { sixteenths in
      guard let first = sixteenths.baseAddress else { return }
      for y in 1..<height - 1 {
        // There is a row above and one below, a sample before and one behind. Four samples are less than 2¹⁴ together.
        let row = unsafe first + y * width + 1
        bends.add(width - 2) { x in
          unsafe (4 &* row[x] &- row[x &- 1] &- row[x &+ 1] &- row[x &- width] &- row[x &+ width])
            .magnitude
        }
        steps.add(width - 5) { x in unsafe (row[x &+ 4] &- row[x]).magnitude }
        guard y + 4 < height else { continue }
        let below = unsafe row + 4 * width
        steps.add(width - 2) { x in unsafe (below[x] &- row[x]).magnitude }
      }
    }
    let step = steps.value(at: 0.99)
    return step < Self.leastStep ? nil : bends.value(at: 0.99) / step
  }

  /// Less than this over four pixels is no edge.
  private static let leastStep = 8.0
}

/// How often values of 0 to 1023 occur, to a quarter.
private struct GrayCounts {
  private static let values = 4096
  /// Values at even places, and those at odd ones: neighbours are often the same, and would wait for each other.
  private var counts = [UInt32](repeating: 0, count: 2 * values)
  private var total = 0
  private var line: [UInt16]

  /// - Parameter width: the most values that are added at once.
  init(width: Int) { line = [UInt16](repeating: 0, count: width) }

  /// Adds values, each in sixteenths and below 2¹⁴.
  @inline(__always)
  mutating func add(_ count: Int, _ sixteenths: (_ x: Int) -> UInt16) {
    precondition(count <= line.count)
    total += count
    unsafe line.withUnsafeMutableBufferPointer { line in
      // Apart from the counting, so that the values are computed many at a time.
      for x in 0..<count { unsafe line[x] = (sixteenths(x) &>> 2) & UInt16(Self.values - 1) }
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        for x in 0..<count { unsafe counts[Int(line[x]) &+ (x & 1) &* Self.values] &+= 1 }
      }
    }
  }

  /// What such a share of the values does not exceed.
  func value(at share: Double) -> Double {
    var rest = Int(Double(total) * share)
    for value in 0..<Self.values {
      rest -= Int(counts[value]) + Int(counts[Self.values + value])
      if rest < 0 { return Double(value) / 4 }
    }
    return 0
  }
}

extension PixelBuffer {
  /// Of all pixels, how many are as light as the one beside them: much of what was drawn, little of what was taken.
  var evenShare: Double {
    guard width > 1, height > 0 else { return 1 }
    let step = format.samplesPerPixel
    var same = 0
    for y in 0..<height {
      // A row has `step` bytes for each pixel of the width.
      let row = unsafe planes[0].row(y, as: UInt8.self)
      if step == 1 {
        unsafe same += Self.evenPairs(row, width - 1)
      } else {
        for x in 1..<width where unsafe row[x &* step] == row[(x &- 1) &* step] { same &+= 1 }
      }
    }
    return Double(same) / Double((width - 1) * height)
  }

  /// How many of so many bytes are the same as the next one, which is there for all.
  private static func evenPairs(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var (same, x) = (0, 0)
    let bytes = unsafe UnsafeRawPointer(row)
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    while x + 8 <= count {
      let one = unsafe bytes.loadUnaligned(fromByteOffset: x, as: UInt64.self)
      let difference = one ^ (unsafe bytes.loadUnaligned(fromByteOffset: x &+ 1, as: UInt64.self))
      // The high bit of each byte that is not 0; no byte carries into the next one.
      let different = ((difference & low) &+ low | difference) & ~low
      same &+= 8 &- different.nonzeroBitCount
      x &+= 8
    }
    while x < count {
      if unsafe row[x] == row[x &+ 1] { same &+= 1 }
      x &+= 1
    }
    return same
  }
}
