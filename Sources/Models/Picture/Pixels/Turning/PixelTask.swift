/// Work on pixels of whatever size, written once for a type as large as a pixel.
protocol PixelTask {
  func run<Pixel: BitwiseCopyable>(_ type: Pixel.Type)
}

extension PixelTask {
  /// Runs with a type of `pixelSize` bytes: the loops then copy pixels as units.
  func run(pixelSize: Int) {
    switch pixelSize {
    case 1: run(UInt8.self)
    case 2: run(UInt16.self)
    case 3: run(Repeated3<UInt8>.self)
    case 4: run(UInt32.self)
    case 5: run(Repeated5<UInt8>.self)
    case 6: run(Repeated3<UInt16>.self)
    case 8: run(UInt64.self)
    case 10: run(Repeated5<UInt16>.self)
    default: preconditionFailure("no pixel has \(pixelSize) bytes")
    }
  }
}

private struct Repeated3<Sample: BitwiseCopyable>: BitwiseCopyable {
  var a, b, c: Sample
}

private struct Repeated5<Sample: BitwiseCopyable>: BitwiseCopyable {
  var a, b, c, d, e: Sample
}
