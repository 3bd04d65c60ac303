/// A page without its ink, with fewer pixels: where ink was, it is as around it.
struct PaperPlane {
  let raster: Raster
  /// How many pixels of the page a pixel stands for, on each side.
  let step: Int

  init(_ page: Raster, without mask: InkMask, step: Int) {
    self.step = step
    let (width, height) = ((page.width + step - 1) / step, (page.height + step - 1) / step)
    let channels = page.channels
    var plane = KnownPlane(width: width, height: height, channels: channels)
    let (bytes, kinds) = (page.bytes.span, mask.kinds.span)
    for y in 0..<page.height {
      let target = y / step * width
      for x in 0..<page.width where kinds[y &* page.width &+ x] == InkMask.paper {
        let index = target &+ x / step
        plane.weights[index] += 1
        for channel in 0..<channels {
          plane.sums[index &* channels &+ channel] +=
            Float(bytes[(y &* page.width &+ x) &* channels &+ channel])
        }
      }
    }
    let means = plane.filled()
    raster = Raster(
      width: width, height: height, channels: channels, bytes: means.map(Self.whitened))
  }

  /// What is nearly as light as paper is white, so that its grain takes no bytes.
  private static func whitened(_ value: Float) -> UInt8 {
    let lifted = value <= 225 ? value : 225 + (value - 225) * 2
    return UInt8(min(255, max(0, lifted.rounded())))
  }
}

/// Sums of samples and how many there are of each; none where nothing is known.
private struct KnownPlane {
  let width: Int
  let height: Int
  let channels: Int
  var sums: [Float]
  var weights: [Float]

  init(width: Int, height: Int, channels: Int) {
    (self.width, self.height, self.channels) = (width, height, channels)
    sums = [Float](repeating: 0, count: width * height * channels)
    weights = [Float](repeating: 0, count: width * height)
  }

  /// The means, and where none is known, those of a larger surrounding; white where nothing is known at all.
  func filled() -> [Float] {
    var means = sums
    let isWhole = !weights.contains(0)
    let coarse = isWhole || width * height <= 1 ? nil : halved()
    let around = coarse?.filled()
    for y in 0..<height {
      for x in 0..<width {
        let index = y * width + x
        for channel in 0..<channels {
          let place = index * channels + channel
          if weights[index] > 0 {
            means[place] = sums[place] / weights[index]
          } else if let coarse, let around {
            means[place] = around[((y / 2) * coarse.width + x / 2) * channels + channel]
          } else {
            means[place] = 255
          }
        }
      }
    }
    return means
  }

  private func halved() -> KnownPlane {
    var half = KnownPlane(width: (width + 1) / 2, height: (height + 1) / 2, channels: channels)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (y * width + x, (y / 2) * half.width + x / 2)
        half.weights[to] += weights[from]
        for channel in 0..<channels {
          half.sums[to * channels + channel] += sums[from * channels + channel]
        }
      }
    }
    return half
  }
}
