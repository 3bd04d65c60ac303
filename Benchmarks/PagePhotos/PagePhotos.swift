import ConverterCore
import JPEGPlugin
import PNGPlugin
import PictureModel
import Scanning
import SystemPackage
import TestSupport

/// Makes photos of pages whose corners are known, and tells how well corners are found.
///
/// - `page-photos make FOLDER KIND SEED COUNT` writes photos as JPEG, and `corners.tsv`.
/// - `page-photos made KIND SEED COUNT` looks for pages in photos that are made on the way.
/// - `page-photos report TSV…` does it in the photos that the tables name.
/// - `page-photos features TSV…` prints what was measured of the candidates in them, to find the curves of the scores
///   with.
///
/// A kind is `page`, `hard`, `flatbed`, `without` (no page is in it) or `hard-without`.
@main
struct PagePhotos {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "make" where words.count == 5: try make(in: FilePath(words[1]), photos(words.dropFirst(2)))
    case "made" where words.count == 4: try report(photos(words.dropFirst()))
    case "report": try report(labelled(words.dropFirst()))
    case "features": try features(labelled(words.dropFirst()))
    default:
      print(
        "usage: page-photos make FOLDER KIND SEED COUNT | made KIND SEED COUNT | report TSV… | features TSV…"
      )
    }
  }

  /// A photo whose corners are known.
  struct Labelled {
    let name: String
    let corners: Quad
    let pixels: PixelBuffer
  }

  /// A photo that is made or read when its turn comes.
  typealias Photo = () throws -> Labelled

  /// - Parameter words: kind, seed and count.
  private static func photos(_ words: ArraySlice<String>) -> [Photo] {
    let words = Array(words)
    guard let seed = UInt64(words[1]), let count = Int(words[2]) else { return [] }
    return (0..<count).map { index in
      {
        let photo = photo(
          of: words[0], seed: seed &* 100_003 &+ UInt64(index), isWide: index % 3 == 0)
        return Labelled(
          name: "\(index) \(photo.traits.joined(separator: ", "))", corners: Quad(photo.corners),
          pixels: photo.pixels)
      }
    }
  }

  private static func photo(of kind: String, seed: UInt64, isWide: Bool) -> PagePhoto {
    let (width, height) = isWide ? (1280, 960) : (960, 1280)
    return switch kind {
    case "hard": PagePhoto(hard: seed, width: width, height: height)
    case "flatbed": PagePhoto(onFlatbed: seed, width: width, height: height)
    case "without": PagePhoto(withoutPage: seed, width: width, height: height)
    case "hard-without": PagePhoto(hardWithoutPage: seed, width: width, height: height)
    default: PagePhoto(seed: seed, width: width, height: height)
    }
  }

  private static func labelled(_ tables: ArraySlice<String>) throws -> [Photo] {
    var photos: [Photo] = []
    for table in tables {
      let folder = FilePath(table).removingLastComponent()
      for line in try text(of: FilePath(table)).split(separator: "\n") {
        let fields = line.split(separator: "\t")
        let numbers = fields.dropFirst().compactMap { Double($0) }
        guard fields.count >= 9, numbers.count >= 8 else { continue }
        let name = String(fields[0])
        let corners = Quad((0..<4).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) })
        photos.append {
          Labelled(name: name, corners: corners, pixels: try pixels(of: folder.appending(name)))
        }
      }
    }
    return photos
  }

  private static func text(of path: FilePath) throws -> String {
    let input = try InputFile(path: path)
    return String(decoding: try input.read(at: 0, count: input.byteCount), as: UTF8.self)
  }

  private static func pixels(of path: FilePath) throws -> PixelBuffer {
    let context = ConversionContext(registry: Registry())
    let picture = try JPEGReader().read(
      try InputFile(path: path), type: "public.jpeg", in: ReadingContext(context))
    let scale =
      Double(PageDetector.sufficientLongSide)
      / Double(max(picture.facts.width, picture.facts.height))
    let demand = PixelDemand(
      [.rgb8],
      sufficientSize: scale < 1
        ? (
          Int((Double(picture.facts.width) * scale).rounded(.up)),
          Int((Double(picture.facts.height) * scale).rounded(.up))
        ) : nil)
    return try PixelBuffer(
      collecting: try picture.pixels(for: demand, in: context), in: context)
  }

  private static func make(in folder: FilePath, _ photos: [Photo]) throws {
    var table = "# file and corners: top left, top right, bottom right, bottom left\n"
    for (index, photo) in photos.enumerated() {
      let photo = try photo()
      let pixels = photo.pixels
      let picture = Picture(
        PictureFacts(
          width: pixels.width, height: pixels.height, format: .rgb8, sampleDepth: 8, coding: "")
      ) { _ in BufferSource(pixels) }
      let name = "\(index).jpg"
      let output = try OutputFile(.file(folder.appending(name)))
      try JPEGWriter().write(
        picture, as: "public.jpeg", to: output, options: try .init(ConversionOptions()),
        in: WritingContext(ConversionContext(registry: Registry())))
      try output.complete()
      try output.publish(conflict: .overwrite)
      let numbers = photo.corners.corners.flatMap { ["\($0.x)", "\($0.y)"] }
      table += ([name] + numbers).joined(separator: "\t") + "\n"
    }
    let output = try OutputFile(.file(folder.appending("corners.tsv")))
    try output.write(Array(table.utf8))
    try output.complete()
    try output.publish(conflict: .overwrite)
  }

  private static func report(_ photos: [Photo]) throws {
    var overlaps: [Double] = []
    var times: [Duration] = []
    for photo in photos {
      let photo = try photo()
      let pixels = photo.pixels
      var found: [PageDetection] = []
      times.append(ContinuousClock().measure { found = PageDetector().candidates(in: pixels) })
      let overlap = found.first.map { $0.corners.overlap(with: photo.corners) } ?? 0
      let best = found.map { $0.corners.overlap(with: photo.corners) }.max() ?? 0
      overlaps.append(overlap)
      print(
        decimal(overlap), decimal(best), decimal(found.first?.score ?? 0),
        times[times.count - 1].components.attoseconds / 1_000_000_000_000_000,
        photo.name)
    }
    guard !overlaps.isEmpty else { return }
    let mean = overlaps.reduce(0, +) / Double(overlaps.count)
    let good = overlaps.count { $0 >= 0.95 }
    print(
      "mean \(decimal(mean)), \(good) of \(overlaps.count) at least 0.95, median time",
      times.sorted()[times.count / 2])
  }

  private static func features(_ photos: [Photo]) throws {
    for (index, photo) in photos.enumerated() {
      let photo = try photo()
      let hasPage = photo.corners.area < 0.999
      let (coarse, close) = PageDetector().measured(in: photo.pixels)
      for (kind, quads) in [("coarse", coarse[...]), ("close", close[...])] {
        for (quad, features) in quads {
          let overlap = hasPage ? quad.overlap(with: photo.corners) : -1
          print(kind, index, decimal(overlap), features.map(decimal).joined(separator: " "))
        }
      }
    }
  }

  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let digits = String(abs(thousandths) % 1000)
    return (thousandths < 0 ? "-" : "") + "\(abs(thousandths) / 1000)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
