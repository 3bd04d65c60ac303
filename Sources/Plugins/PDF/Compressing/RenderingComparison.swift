import ConverterCore
import ExternalTools
import PDFObjects

/// Renderings of some pages of a file and of what was made of it, side by side.
///
/// It catches defects that no rule covers: a resource that was needed after all, a renderer that shows what coding has
/// lost.
/// It looks at pages at a low resolution, and no longer than it may.
struct RenderingComparison {
  struct Result {
    /// Pages that do not look the same, from 0.
    var different: Set<Int> = []
  }

  /// More pixels an inch than these show nothing more of what it looks for.
  private static let mostDPI = 50.0
  private static let leastDPI = 9.0

  private let before: PDFFile
  private let after: PDFFile
  private let dpi: Double
  private let context: ConversionContext

  /// - Parameters:
  ///   - before: with the same pages as `after`.
  ///   - pictureDPI: the lowest resolution that pictures have in `after`.
  ///   - context: with the time that it may take.
  init(of before: PDFFile, and after: PDFFile, pictureDPI: Double, in context: ConversionContext) {
    self.before = before
    self.after = after
    // At half of their resolution it does not matter where pixels of pictures lie.
    dpi = max(Self.leastDPI, min(Self.mostDPI, pictureDPI / 2))
    self.context = context
  }

  /// A page, from 0, and how long it takes to render its pictures, about.
  struct Sample {
    let page: Int
    let time: Duration
  }

  /// - Parameters:
  ///   - samples: in the order in which they are looked at.
  ///   - time: beyond which no further page is looked at; the first is in any case.
  /// - Throws: `interrupted`; `missingLibrary` where there is no renderer.
  func compare(_ samples: [Sample], within time: Duration) throws(ConversionError) -> Result {
    let pages = samples.map(\.page)
    var result = Result()
    var hasCompared = false
    let end = ContinuousClock.now + time
    do throws(ConversionError) {
      let (original, made) = try DeepWork.run { () throws(ConversionError) in
        (try before.sample(of: pages), try after.sample(of: pages))
      }
      let first = try PageRenderer(of: original, dpi: dpi, in: context)
      let second = try PageRenderer(of: made, dpi: dpi, in: context)
      for (place, page) in pages.enumerated() {
        if hasCompared, ContinuousClock.now + samples[place].time > end { break }
        // Both programs are at work before the first of them is waited for.
        try first.begin(at: place)
        try second.begin(at: place)
        guard let original = try raster(of: place, first) else { continue }
        let made = try raster(of: place, second)
        hasCompared = true
        if made.map(original.looksLike) != true { result.different.insert(page) }
      }
    } catch {
      // There was no time for more.
      guard error.code == .limitExceeded else { throw error }
    }
    return result
  }

  /// - Returns: `nil` for a page of which there is no picture.
  private func raster(of place: Int, _ renderer: PageRenderer) throws(ConversionError) -> Raster? {
    do throws(ConversionError) {
      return try renderer.raster(of: place, in: context)
    } catch {
      guard error.code == .damagedInput else { throw error }
      return nil
    }
  }
}

extension Raster {
  private static let tile = 8
  /// How far the mean of a tile may be off. The worst that coding with loss does to a page that people take for the
  /// same, quality 0.1, is 20.
  private static let mostShift = 32.0
  /// How much contrast (a standard deviation) a tile may gain; the worst that was seen is 23.
  private static let mostContrast = 36.0

  /// Whether a rendering can be one of the same page with pictures that have lost detail: that keeps the mean of each
  /// small part of it, and adds no contrast.
  func looksLike(_ other: Raster) -> Bool {
    guard channels == other.channels, width == other.width, height == other.height else {
      return false
    }
    let (tileWidth, tileHeight) = (min(Self.tile, width), min(Self.tile, height))
    return stride(from: 0, through: height - tileHeight, by: tileHeight).allSatisfy { y in
      stride(from: 0, through: width - tileWidth, by: tileWidth).allSatisfy { x in
        let columns = x..<x + tileWidth
        let rows = y..<y + tileHeight
        return (0..<channels).allSatisfy { channel in
          let (before, after) = (
            spread(of: channel, columns, rows), other.spread(of: channel, columns, rows)
          )
          return abs(before.mean - after.mean) <= Self.mostShift
            && after.deviation - before.deviation <= Self.mostContrast
        }
      }
    }
  }

  private func spread(
    of channel: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (mean: Double, deviation: Double) {
    var (sum, squares) = (0, 0)
    for y in rows {
      for x in columns {
        let value = Int(bytes[(y * width + x) * channels + channel])
        sum += value
        squares += value * value
      }
    }
    let count = Double(rows.count * columns.count)
    let mean = Double(sum) / count
    return (mean, max(0, Double(squares) / count - mean * mean).squareRoot())
  }
}
