import ConverterCore
import JPEG2000
import PictureModel

extension PictureFacts {
  /// As stored.
  init(
    _ file: JPEG2000File, _ channels: Channels, _ layout: ChannelLayout
  ) throws(ConversionError) {
    let stream = file.codestream
    self.init(
      width: stream.width, height: stream.height, format: layout.format,
      sampleDepth: channels.bitDepth, coding: Self.coding(of: stream, channels))
    if let profile = channels.profile {
      colour = .icc(profile)
    } else if channels.isSpecified, channels.model != .cmyk {
      colour = .cicp(.sRGB)
    }
    isLossless = stream.isReversible
    palette = Palette(file, channels)
    metadata = try PictureMetadata(file)
    if channels.others > 0 {
      companions.append(Companion(.auxiliary, detail: "\(channels.others) further channels"))
    }
    for _ in 0..<min(file.furtherCodestreams, 100) { companions.append(Companion(.image)) }
  }

  /// For people: "reversible, 4:2:0, 12 tiles".
  private static func coding(of stream: Codestream, _ channels: Channels) -> String {
    var words = [stream.isReversible ? "reversible" : "irreversible"]
    if stream.isHighThroughput { words.append("high throughput") }
    if case .ycbcr(let subsampling, _, _) = ChannelLayout(channels, of: stream).format.channels {
      words.append(subsampling.rawValue)
    }
    if stream.tiles > 1 { words.append("\(stream.tiles) tiles") }
    return words.joined(separator: ", ")
  }
}

extension PictureFacts.Palette {
  fileprivate init?(_ file: JPEG2000File, _ channels: Channels) {
    guard let palette = file.header.palette, channels.model == .rgb, channels.bitDepth == 8,
      let count = palette.columns.first?.count, count <= 256,
      let depth = [1, 2, 4, 8].first(where: { 1 << $0 >= count })
    else { return nil }
    let all = channels.colours + (channels.alpha.map { [$0] } ?? [])
    let columns = all.compactMap { channel -> [UInt16]? in
      guard channel.component == channels.colours[0].component, channel.bitDepth == 8 else {
        return nil
      }
      return channel.column.map { palette.columns[$0] }
    }
    guard columns.count == all.count, !channels.isPremultiplied else { return nil }
    self.init(
      colours: (0..<count).map { index in
        var colour = SIMD4<UInt8>(repeating: 255)
        for (place, column) in columns.enumerated() {
          colour[place] = UInt8(truncatingIfNeeded: column[index])
        }
        return colour
      }, bitDepth: depth)
  }
}

extension PictureMetadata {
  fileprivate init(_ file: JPEG2000File) throws(ConversionError) {
    self.init()
    func bytes(_ range: Range<Int>?) throws(ConversionError) -> [UInt8]? {
      // Metadata of more than this are none.
      guard let range, !range.isEmpty, range.count <= 1 << 28 else { return nil }
      return try file.input.read(at: range.lowerBound, count: range.count)
    }
    exif = try bytes(file.exif)
    xmp = try bytes(file.xmp)
    iptc = try bytes(file.iptc).flatMap(ImageResources.block(iptc:))
    dotsPerInch = file.header.dotsPerInch
  }
}
