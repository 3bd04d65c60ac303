public import PictureModel

/// Finds patch codes on a page, in whichever direction its sheet went through the scanner.
///
/// Lines of 0.02 inch across the page are looked at one after the other. Where bars and spaces have the widths of a
/// code on lines that follow each other over two thirds of its width, and go on straight, there is one.
public struct PatchCodeFinder {
  /// How many pixels an inch are enough to tell a narrow bar from a wide one.
  public static let leastDPI = 50.0

  public init() {}

  /// - Parameters:
  ///   - gray: 8 bits a sample, with its light made even (``PaperLight``), level within six degrees.
  ///   - dpi: pixels an inch, of which half or twice as many may be true.
  public func codes(in gray: PixelBuffer, dpi: Double) -> [FoundPatchCode] {
    precondition(gray.format == .gray8)
    guard dpi >= Self.leastDPI, min(gray.width, gray.height) >= 8 else { return [] }
    let samples = GraySamples(gray)
    return [samples, samples.transposed()].enumerated().flatMap { index, samples in
      chains(in: samples, dpi: dpi).map { $0.found(in: samples, isUpright: index == 0) }
    }
  }

  private func chains(in samples: GraySamples, dpi: Double) -> [PatchChain] {
    let step = max(1, Int(dpi * 0.02))
    let paper = samples.paper
    var (open, done) = ([PatchChain](), [PatchChain]())
    for top in stride(from: 0, to: samples.height - step + 1, by: step) {
      let line = samples.means(ofRows: top..<top + step)
      let dark = InkThreshold(line, paper: paper, block: max(4, Int(dpi * 0.1))).dark(line)
      for bars in LineRuns(dark, least: max(1, Int(dpi * 0.02))).codes(dpi: dpi) {
        if let index = open.firstIndex(where: { $0.goesOn(with: bars, at: top) }) {
          open[index].add(bars, at: top)
        } else {
          open.append(PatchChain(bars, at: top, step: step))
        }
      }
      done += open.filter { $0.isEnded(at: top) }
      open.removeAll { $0.isEnded(at: top) }
    }
    return (done + open).filter(\.isCode)
  }
}

/// The same bars on lines that follow each other.
private struct PatchChain {
  private let wideBars: [Bool]
  private let first: (top: Int, middle: Double)
  private var last: (top: Int, middle: Double)
  private var length: Double
  private var count = 1
  private let step: Int

  /// How far a code may be from level: the tangent of eleven degrees.
  private static let slope = 0.2

  init(_ bars: PatchBars, at top: Int, step: Int) {
    wideBars = bars.wideBars
    first = (top, bars.middle)
    last = first
    length = Double(bars.range.count)
    self.step = step
  }

  func goesOn(with bars: PatchBars, at top: Int) -> Bool {
    let (rows, other) = (Double(top - last.top), Double(bars.range.count))
    return rows > 0 && bars.wideBars == wideBars && abs(other - length) <= 0.12 * length
      && abs(bars.middle - last.middle) <= Self.slope * rows + 0.04 * length + 1
  }

  mutating func add(_ bars: PatchBars, at top: Int) {
    last = (top, bars.middle)
    length += (Double(bars.range.count) - length) / 8
    count += 1
  }

  /// Whether too much else came since.
  func isEnded(at top: Int) -> Bool { Double(top - last.top) > 0.12 * length }

  /// Whether it goes on long enough, nearly without a gap, and straight.
  var isCode: Bool {
    let rows = Double(last.top - first.top + step)
    return rows >= 0.66 * length && Double(count * step) >= 0.75 * rows
      && abs(last.middle - first.middle) <= Self.slope * rows + 1
  }

  func found(in samples: GraySamples, isUpright: Bool) -> FoundPatchCode {
    let across = (first.middle + last.middle) / 2
    let along = Double(first.top + last.top + step) / 2
    let share = across / Double(samples.width)
    let bars = share > 0.6 ? wideBars.reversed() : wideBars
    return FoundPatchCode(
      code: PatchCode(wideBars: bars) ?? .one, mayBeReversed: (0.4...0.6).contains(share),
      isUpright: isUpright,
      place: isUpright ? Point(across, along) : Point(along, across))
  }
}
