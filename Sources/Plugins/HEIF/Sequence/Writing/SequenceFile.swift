import ConverterCore
import PictureModel

/// The boxes around coded pictures: a track of them, and its first as an item, for programs that show no
/// animations (AV1 Image File Format, 3 and 4; ISO/IEC 23008-12, 7).
struct SequenceFile {
  struct Track {
    var samples: [(bytes: [UInt8], isKey: Bool)]
    /// An `av1C` box.
    var configuration: [UInt8]
    var isAlpha: Bool
    /// Bits of each channel.
    var depths: [UInt8]

    var byteCount: Int { samples.reduce(0) { $0 + $1.bytes.count } }
  }

  var width: Int
  var height: Int
  /// Colours, and opacity where there is some.
  var tracks: [Track]
  /// `colr` boxes of the colours.
  var colour: [UInt8]
  var animation: Animation
  /// Exif with its offset, and XMP, as items of their own; empty where there is none.
  var exif: [UInt8]
  var xmp: [UInt8]
  var isPremultiplied: Bool

  /// Ticks a second: milliseconds where these are exact.
  private var unit: Int {
    animation.durations.allSatisfy { $0 % 1000 == 0 } ? 1000 : 1_000_000
  }

  private var ticks: [Int] {
    animation.durations.map { min($0 / (1_000_000 / unit), Int(UInt32.max)) }
  }

  /// Everything before the pictures, which follow in the order of tracks, then Exif, then XMP.
  func head() throws(ConversionError) -> [UInt8] {
    // The places depend on the length, which does not depend on them.
    let length = boxes(pictures: 0).count
    let payload = tracks.reduce(exif.count + xmp.count) { $0 + $1.byteCount }
    guard length + payload + 8 <= UInt32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "file", needed: length + payload + 8, allowed: Int(UInt32.max)),
        "the animation takes more than the 4 GB that AVIF is written with")
    }
    return boxes(pictures: length + 8) + BoxWriter.number(payload + 8, 4) + BoxWriter.text("mdat")
  }

  private func boxes(pictures: Int) -> [UInt8] {
    BoxWriter.box(
      "ftyp", BoxWriter.text("avis"), BoxWriter.number(0, 4),
      BoxWriter.text("avisavifmsf1mif1miafiso8"))
      + meta(pictures: pictures) + movie(pictures: pictures)
  }

  // MARK: The first picture as an item

  private func meta(pictures: Int) -> [UInt8] {
    // Items: the colours, the opacity, Exif, XMP.
    var entries: [[UInt8]] = []
    var places: [(id: Int, start: Int, count: Int)] = []
    var references: [[UInt8]] = []
    var start = pictures
    for (index, track) in tracks.enumerated() {
      entries.append(entry(index + 1, "av01"))
      places.append((index + 1, start, track.samples.first?.bytes.count ?? 0))
      start += track.byteCount
      if track.isAlpha {
        references.append(reference("auxl", from: index + 1, to: 1))
        if isPremultiplied { references.append(reference("prem", from: 1, to: index + 1)) }
      }
    }
    var next = tracks.count + 1
    if !exif.isEmpty {
      entries.append(entry(next, "Exif"))
      places.append((next, start, exif.count))
      references.append(reference("cdsc", from: next, to: 1))
      start += exif.count
      next += 1
    }
    if !xmp.isEmpty {
      entries.append(entry(next, "mime", BoxWriter.text("application/rdf+xml\0")))
      places.append((next, start, xmp.count))
      references.append(reference("cdsc", from: next, to: 1))
    }
    let locations = places.flatMap {
      BoxWriter.number($0.id, 2) + BoxWriter.number(0, 2) + BoxWriter.number(1, 2)
        + BoxWriter.number($0.start, 4) + BoxWriter.number($0.count, 4)
    }
    return BoxWriter.fullBox(
      "meta", handler("pict"), BoxWriter.fullBox("pitm", BoxWriter.number(1, 2)),
      BoxWriter.fullBox(
        "iloc", [0x44, 0], BoxWriter.number(places.count, 2), Array(locations)),
      BoxWriter.fullBox("iinf", BoxWriter.number(entries.count, 2), Array(entries.joined())),
      references.isEmpty ? [] : BoxWriter.fullBox("iref", Array(references.joined())),
      properties())
  }

  private func entry(_ id: Int, _ type: StaticString, _ more: [UInt8] = []) -> [UInt8] {
    BoxWriter.fullBox(
      "infe", version: 2, BoxWriter.number(id, 2), BoxWriter.number(0, 2), BoxWriter.text(type),
      [0], more)
  }

  private func reference(_ type: StaticString, from: Int, to: Int) -> [UInt8] {
    BoxWriter.box(
      type, BoxWriter.number(from, 2), BoxWriter.number(1, 2), BoxWriter.number(to, 2))
  }

  private func properties() -> [UInt8] {
    var all = BoxWriter.fullBox(
      "ispe", BoxWriter.number(width, 4), BoxWriter.number(height, 4))
    var count = 1
    var associations: [UInt8] = []
    for (index, track) in tracks.enumerated() {
      var own: [UInt8] = [1]
      func add(_ boxes: [UInt8], _ number: Int = 1, isEssential: Bool = false) {
        all += boxes
        for _ in 0..<number {
          count += 1
          own.append(UInt8(count) | (isEssential ? 0x80 : 0))
        }
      }
      add(BoxWriter.fullBox("pixi", [UInt8(track.depths.count)] + track.depths))
      add(track.configuration, isEssential: true)
      if track.isAlpha {
        add(BoxWriter.fullBox("auxC", BoxWriter.text(Self.alpha)))
      } else {
        add(colour, colourBoxCount)
      }
      associations += BoxWriter.number(index + 1, 2) + [UInt8(own.count)] + own
    }
    return BoxWriter.box(
      "iprp", BoxWriter.box("ipco", all),
      BoxWriter.fullBox("ipma", BoxWriter.number(tracks.count, 4), associations))
  }

  private static let alpha: StaticString = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"

  private var colourBoxCount: Int {
    var reader = FieldReader(colour, in: 0..<colour.count, subject: "the colr boxes")
    var count = 0
    while (try? reader.box()) ?? nil != nil { count += 1 }
    return count
  }

  private func handler(_ type: StaticString) -> [UInt8] {
    BoxWriter.fullBox(
      "hdlr", BoxWriter.number(0, 4), BoxWriter.text(type), BoxWriter.number(0, 13))
  }

  // MARK: The tracks

  private func movie(pictures: Int) -> [UInt8] {
    var start = pictures
    var boxes = BoxWriter.fullBox(
      "mvhd", version: 1, BoxWriter.number(0, 16), BoxWriter.number(unit, 4),
      BoxWriter.number(shownDuration, 8), BoxWriter.number(0x1_0000, 4),
      BoxWriter.number(0x100, 2), BoxWriter.number(0, 10), Self.matrix, BoxWriter.number(0, 24),
      BoxWriter.number(tracks.count + 1, 4))
    for (index, track) in tracks.enumerated() {
      boxes += self.track(track, id: index + 1, start: start)
      start += track.byteCount
    }
    return BoxWriter.box("moov", boxes)
  }

  private static let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap {
    BoxWriter.number($0, 4)
  }

  private var once: Int { ticks.reduce(0, +) }

  /// All repetitions; all ones for without end.
  private var shownDuration: Int {
    guard animation.repetitions > 0 else { return -1 }
    let (product, overflow) = once.multipliedReportingOverflow(by: animation.repetitions)
    return overflow ? -1 : product
  }

  private func track(_ track: Track, id: Int, start: Int) -> [UInt8] {
    let edit = BoxWriter.box(
      "edts",
      BoxWriter.fullBox(
        "elst", version: 1, flags: animation.repetitions == 1 ? 0 : 1, BoxWriter.number(1, 4),
        BoxWriter.number(once, 8), BoxWriter.number(0, 8), BoxWriter.number(0x1_0000, 4)))
    let header = BoxWriter.fullBox(
      "tkhd", version: 1, flags: 3, BoxWriter.number(0, 16), BoxWriter.number(id, 4),
      BoxWriter.number(0, 4), BoxWriter.number(shownDuration, 8), BoxWriter.number(0, 16),
      Self.matrix, BoxWriter.number(width << 16, 4), BoxWriter.number(height << 16, 4))
    var references: [UInt8] = []
    if track.isAlpha {
      references = BoxWriter.box("tref", BoxWriter.box("auxl", BoxWriter.number(1, 4)))
    } else if isPremultiplied, tracks.count > 1 {
      references = BoxWriter.box("tref", BoxWriter.box("prem", BoxWriter.number(2, 4)))
    }
    let media = BoxWriter.box(
      "mdia",
      BoxWriter.fullBox(
        "mdhd", version: 1, BoxWriter.number(0, 16), BoxWriter.number(unit, 4),
        BoxWriter.number(once, 8), [0x55, 0xC4, 0, 0]),
      handler(track.isAlpha ? "auxv" : "pict"),
      BoxWriter.box(
        "minf", BoxWriter.fullBox("vmhd", flags: 1, BoxWriter.number(0, 8)),
        BoxWriter.box(
          "dinf",
          BoxWriter.fullBox("dref", BoxWriter.number(1, 4), BoxWriter.fullBox("url ", flags: 1))),
        table(track, start: start)))
    return BoxWriter.box("trak", header, references, edit, media)
  }

  private func table(_ track: Track, start: Int) -> [UInt8] {
    let count = track.samples.count
    var boxes = BoxWriter.fullBox("stsd", BoxWriter.number(1, 4), sampleEntry(track))
    var times: [(count: Int, ticks: Int)] = []
    for tick in ticks {
      if times.last?.ticks == tick {
        times[times.count - 1].count += 1
      } else {
        times.append((1, tick))
      }
    }
    boxes += BoxWriter.fullBox(
      "stts", BoxWriter.number(times.count, 4),
      times.flatMap { BoxWriter.number($0.count, 4) + BoxWriter.number($0.ticks, 4) })
    boxes += BoxWriter.fullBox(
      "stsc", BoxWriter.number(1, 4), BoxWriter.number(1, 4), BoxWriter.number(count, 4),
      BoxWriter.number(1, 4))
    boxes += BoxWriter.fullBox(
      "stsz", BoxWriter.number(0, 4), BoxWriter.number(count, 4),
      track.samples.flatMap { BoxWriter.number($0.bytes.count, 4) })
    boxes += BoxWriter.fullBox("stco", BoxWriter.number(1, 4), BoxWriter.number(start, 4))
    let keys = track.samples.indices.filter { track.samples[$0].isKey }
    boxes += BoxWriter.fullBox(
      "stss", BoxWriter.number(keys.count, 4), keys.flatMap { BoxWriter.number($0 + 1, 4) })
    return BoxWriter.box("stbl", boxes)
  }

  private func sampleEntry(_ track: Track) -> [UInt8] {
    // Any picture may be made of any others.
    let constraints = BoxWriter.fullBox("ccst", BoxWriter.number(0x7C00_0000, 4))
    let own =
      track.isAlpha ? BoxWriter.fullBox("auxi", BoxWriter.text(Self.alpha)) : colour
    return BoxWriter.box(
      "av01", BoxWriter.number(0, 6), BoxWriter.number(1, 2), BoxWriter.number(0, 16),
      BoxWriter.number(width, 2), BoxWriter.number(height, 2),
      // 72 dpi, a picture a sample, no name, 24 bits.
      BoxWriter.number(0x48_0000, 4), BoxWriter.number(0x48_0000, 4), BoxWriter.number(0, 4),
      BoxWriter.number(1, 2), BoxWriter.number(0, 32), BoxWriter.number(0x18, 2),
      BoxWriter.number(0xFFFF, 2), track.configuration, own, constraints)
  }
}
