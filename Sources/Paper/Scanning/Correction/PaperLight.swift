public import PictureModel

/// How light paper looks at each place of a picture, without what is printed on it: what shadows, lamps and lenses make
/// of white.
///
/// It is found at an eighth of the size: what is darker than its surroundings and smaller than 120 pixels is taken for
/// ink and closed; a median and a mean make the rest smooth.
public struct PaperLight {
  private let channels: [Plane]

  /// How many pixels a sample stands for, on each side.
  private static let step = 8
  /// What white paper becomes, of 255: a little less, so that noise is not cut off on one side.
  private static let white: Float = 250
  /// No place is lit so little that it would be made lighter by more than eight times.
  private static let darkest: Int16 = 32

  /// - Parameter pixels: 8 bits a sample, gray or RGB (``/PictureModel/PixelFormat/gray8``,
  /// ``/PictureModel/PixelFormat/rgb8``).
  public init(of pixels: PixelBuffer) {
    let count = pixels.format.samplesPerPixel
    channels = (0..<count).map { channel in
      Self.means(of: pixels, channel: channel, of: count).closed(15).median(21).smooth()
    }
  }

  /// Whether paper is nearly white everywhere, as in a scan: then there is nothing to be made even.
  public var isEven: Bool {
    channels.allSatisfy { plane in plane.samples.allSatisfy { $0 >= 240 } }
  }

  /// Whether a picture is of nothing but paper: a flat scan, be it gray or yellow, or a page that fills the picture.
  ///
  /// Light changes little and slowly on it, has nearly no colour, and what is not ink is white once it is lit evenly; the
  /// more it changes, the less may be ink, as clouds and walls are no paper. Of 1,440 pictures without a page, 300 are
  /// white nearly everywhere (``isEven``), and 63 more are taken for paper by this. Sheets of a strong colour are not.
  ///
  /// - Parameter flat: the picture that this was found in, lit evenly.
  func isOfPaper(_ flat: PixelBuffer) -> Bool {
    let levels = grays
    let sorted = levels.samples.sorted()
    func level(_ share: Double) -> Double { Double(sorted[Int(share * Double(sorted.count - 1))]) }
    guard level(0.5) >= 150, level(0.02) >= 0.75 * level(0.98), colour <= 30 else { return false }
    let change = levels.steepest
    return change <= 0.035 && Self.whiteShare(of: flat) >= 0.6 + 8 * change
  }

  /// How light it is, without colours.
  private var grays: Plane {
    var plane = channels[0]
    for index in plane.samples.indices {
      plane.samples[index] = Int16(
        channels.reduce(0) { $0 + Int($1.samples[index]) } / channels.count)
    }
    return plane
  }

  /// How far the channels differ: the median of all places.
  private var colour: Int {
    let spreads = channels[0].samples.indices.map { index in
      let samples = channels.map(\.samples[index])
      return Int((samples.max() ?? 0) - (samples.min() ?? 0))
    }
    return spreads.sorted()[spreads.count / 2]
  }

  /// How many of all pixels are white in every channel.
  private static func whiteShare(of flat: PixelBuffer) -> Double {
    let count = flat.format.samplesPerPixel
    var white = 0
    for y in 0..<flat.height {
      // A row has `count` bytes for each pixel of the width, here and below.
      let row = unsafe flat.planes[0].row(y, as: UInt8.self)
      for x in 0..<flat.width where (0..<count).allSatisfy({ unsafe row[x * count + $0] >= 225 }) {
        white += 1
      }
    }
    return Double(white) / Double(flat.width * flat.height)
  }

  private static func means(of pixels: PixelBuffer, channel: Int, of count: Int) -> Plane {
    var plane = Plane(
      width: (pixels.width + step - 1) / step, height: (pixels.height + step - 1) / step)
    var sums = [Int32](repeating: 0, count: plane.width)
    for row in 0..<plane.height {
      for index in sums.indices { sums[index] = 0 }
      let rows = row * step..<min(pixels.height, (row + 1) * step)
      for y in rows {
        let samples = unsafe pixels.planes[0].row(y, as: UInt8.self)
        for x in 0..<pixels.width { unsafe sums[x / step] += Int32(samples[x * count + channel]) }
      }
      for column in 0..<plane.width {
        let columns = min(pixels.width, (column + 1) * step) - column * step
        plane.samples[row * plane.width + column] = Int16(
          clamping: Int(sums[column]) / (columns * rows.count))
      }
    }
    return plane
  }

  /// The same picture as if it were lit evenly and in white.
  ///
  /// - Parameter pixels: those that this was found in, or some of the same size and format.
  public func flattened(_ pixels: PixelBuffer) -> PixelBuffer {
    let result = PixelBuffer(pixels.format, width: pixels.width, height: pixels.height)
    let count = pixels.format.samplesPerPixel
    var factors = [Float](repeating: 1, count: pixels.width)
    for y in 0..<pixels.height {
      let source = unsafe pixels.planes[0].row(y, as: UInt8.self)
      let target = unsafe result.planes[0].row(y, as: UInt8.self)
      for (channel, light) in channels.enumerated() {
        Self.factors(of: light, row: y, into: &factors)
        for x in 0..<pixels.width {
          let index = x * count + channel
          unsafe target[index] = UInt8(min(255, Float(source[index]) * factors[x] + 0.5))
        }
      }
    }
    return result
  }

  /// What the samples of a row are to be multiplied with.
  private static func factors(of light: Plane, row: Int, into factors: inout [Float]) {
    let y = min(max((Float(row) + 0.5) / Float(step) - 0.5, 0), Float(light.height - 1))
    let (above, dy) = (Int(y), y - Float(Int(y)))
    let below = min(above + 1, light.height - 1)
    let row = (0..<light.width).map { column in
      let top = Float(max(darkest, light.samples[above * light.width + column]))
      let bottom = Float(max(darkest, light.samples[below * light.width + column]))
      return top * (1 - dy) + bottom * dy
    }
    for x in factors.indices {
      let place = min(max((Float(x) + 0.5) / Float(step) - 0.5, 0), Float(light.width - 1))
      let (left, dx) = (Int(place), place - Float(Int(place)))
      let right = min(left + 1, light.width - 1)
      factors[x] = white / (row[left] * (1 - dx) + row[right] * dx)
    }
  }
}

extension Plane {
  /// By which share a sample differs from its neighbours where that is most, leaving out one of a hundred places.
  fileprivate var steepest: Double {
    var changes: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        func sample(_ dx: Int, _ dy: Int) -> Double {
          Double(samples[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)])
        }
        let across = (sample(1, 0) - sample(-1, 0)) / 2
        let down = (sample(0, 1) - sample(0, -1)) / 2
        changes.append((across * across + down * down).squareRoot() / max(32, sample(0, 0)))
      }
    }
    return changes.sorted()[Int(0.99 * Double(changes.count - 1))]
  }

  /// The median of the square of `size` around each sample of 0…255, by a histogram that moves along the row (Huang,
  /// Yang and Tang 1979).
  func median(_ size: Int) -> Plane {
    var result = Plane(width: width, height: height)
    let reach = size / 2
    let half = (size * size + 1) / 2
    for y in 0..<height {
      var counts = [Int32](repeating: 0, count: 256)
      // How many samples of the square are below the median.
      var (below, median) = (0, 0)
      func row(_ offset: Int) -> Int { min(max(y + offset, 0), height - 1) * width }
      func change(_ column: Int, by step: Int32) {
        let x = min(max(column, 0), width - 1)
        for offset in -reach...reach {
          let value = Int(min(max(samples[row(offset) + x], 0), 255))
          counts[value] += step
          if value < median { below += Int(step) }
        }
      }
      for column in -reach...reach { change(column, by: 1) }
      for x in 0..<width {
        if x > 0 {
          change(x - reach - 1, by: -1)
          change(x + reach, by: 1)
        }
        while below >= half {
          median -= 1
          below -= Int(counts[median])
        }
        while below + Int(counts[median]) < half {
          below += Int(counts[median])
          median += 1
        }
        result.samples[y * width + x] = Int16(median)
      }
    }
    return result
  }

  /// The mean of each sample and its eight neighbours, twice.
  func smooth() -> Plane {
    var plane = self
    for _ in 0..<2 {
      let before = plane
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0
          for dy in -1...1 {
            for dx in -1...1 {
              sum += Int(
                before.samples[
                  min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)])
            }
          }
          plane.samples[y * width + x] = Int16((sum + 4) / 9)
        }
      }
    }
    return plane
  }
}
