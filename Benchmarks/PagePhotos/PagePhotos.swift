import ConverterCore
import JPEGPlugin
import PNGPlugin
import PictureModel
import Scanning
import SystemPackage
import TestSupport

/// Makes photos of pages whose corners are known, and tells how well corners are found.
///
/// - `page-photos make FOLDER SEED COUNT` writes photos as JPEG, and `corners.tsv`.
/// - `page-photos report TSV…` looks for pages in the photos that the tables name.
/// - `page-photos made SEED COUNT` does the same with photos that are made on the way.
/// - `page-photos without SEED COUNT` does it with pictures in which there is no page.
/// - `page-photos features SEED COUNT` prints what was measured of the candidates in both kinds, to find weights with.
@main
struct PagePhotos {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "make" where words.count == 4:
      try make(in: FilePath(words[1]), photos(words[2], words[3]))
    case "report": try report(labelled(words.dropFirst()))
    case "made" where words.count == 3: try report(photos(words[1], words[2]))
    case "without" where words.count == 3: try report(photos(words[1], words[2], hasPage: false))
    case "features" where words.count == 3:
      try features(photos(words[1], words[2]))
      try features(photos(words[1], words[2], hasPage: false))
    default: print("usage: page-photos make FOLDER SEED COUNT | report TSV… | made SEED COUNT")
    }
  }

  /// A photo that is made or read when its turn comes.
  struct Labelled {
    var hasPage = true
    let name: String
    let corners: Quad
    let pixels: () throws -> PixelBuffer
  }

  private static func photos(
    _ seed: String, _ count: String, hasPage: Bool = true
  ) throws -> [Labelled] {
    guard let seed = UInt64(seed), let count = Int(count) else { return [] }
    return (0..<count).map { index in
      let own = seed &* 100_003 &+ UInt64(index)
      let landscape = index % 3 == 0
      let (width, height) = landscape ? (1280, 960) : (960, 1280)
      let photo =
        hasPage
        ? PagePhoto(seed: own, width: width, height: height)
        : PagePhoto(withoutPage: own, width: width, height: height)
      return Labelled(
        hasPage: hasPage, name: "\(own) \(photo.traits.joined(separator: ", "))",
        corners: Quad(photo.corners)
      ) { photo.pixels }
    }
  }

  private static func labelled(_ tables: ArraySlice<String>) throws -> [Labelled] {
    var photos: [Labelled] = []
    for table in tables {
      let folder = FilePath(table).removingLastComponent()
      for line in try text(of: FilePath(table)).split(separator: "\n") {
        let fields = line.split(separator: "\t")
        let numbers = fields.dropFirst().compactMap { Double($0) }
        guard fields.count >= 9, numbers.count >= 8 else { continue }
        let name = String(fields[0])
        photos.append(
          Labelled(
            name: name,
            corners: Quad((0..<4).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) })
          ) { try pixels(of: folder.appending(name)) })
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
    let picture = try JPEGReader().read(try InputFile(path: path), type: "public.jpeg", in: context)
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

  private static func make(in folder: FilePath, _ photos: [Labelled]) throws {
    var table = "# file and corners: top left, top right, bottom right, bottom left\n"
    for (index, photo) in photos.enumerated() {
      let pixels = try photo.pixels()
      let picture = Picture(
        PictureFacts(
          width: pixels.width, height: pixels.height, format: .rgb8, sampleDepth: 8, coding: "")
      ) { _ in BufferSource(pixels) }
      let name = "\(index).jpg"
      let output = try OutputFile(.file(folder.appending(name)))
      try JPEGWriter().write(
        picture, as: "public.jpeg", to: output, options: try .init(ConversionOptions()),
        in: ConversionContext(registry: Registry()))
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

  private static func report(_ photos: [Labelled]) throws {
    var overlaps: [Double] = []
    var times: [Duration] = []
    for photo in photos {
      let pixels = try photo.pixels()
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

  private static func features(_ photos: [Labelled]) throws {
    for (index, photo) in photos.enumerated() {
      for (quad, features) in PageDetector().measured(in: try photo.pixels()).prefix(300) {
        let overlap = photo.hasPage ? quad.overlap(with: photo.corners) : -1
        print(index, decimal(overlap), features.map(decimal).joined(separator: " "))
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
