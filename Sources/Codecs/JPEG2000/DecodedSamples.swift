package import ConverterCore

/// The samples of a decoded file, channel by channel and row by row.
package final class DecodedSamples {
  /// Of the picture, as decoded.
  package let width: Int
  package let height: Int
  private let decoder: OpenJPEGDecoderHandle
  private let lines: [Line]

  /// A channel on its way into rows.
  @safe private struct Line {
    let component: OpenJPEGDecoderHandle.Component
    /// What each code value becomes, from the smallest on.
    let table: [UInt16]
    /// The code value of the table's first entry.
    let first: Int32
    /// The column of the component for each sample of a row; `nil` where they are the same.
    let columns: [Int32]?
    /// The row of the component for a row is `(origin + row × step) ÷ vertical − start`.
    let originRow: Int
    let vertical: Int
    let startRow: Int
    let samplingRows: Int
  }

  /// How a channel is wanted.
  package struct Wish {
    package var channel: Channels.Channel
    /// The largest value.
    package var most: Int
    /// How many columns and rows of the picture share a sample.
    package var sampling: (horizontal: Int, vertical: Int)
    /// Whether its largest value becomes 0.
    package var isInverted: Bool

    package init(
      _ channel: Channels.Channel, most: Int,
      sampling: (horizontal: Int, vertical: Int) = (1, 1), isInverted: Bool = false
    ) {
      self.channel = channel
      self.most = most
      self.sampling = sampling
      self.isInverted = isInverted
    }
  }

  /// Decodes the whole picture.
  ///
  /// - Parameter reductions: how often it is halved, sides that are odd upwards; components of different sizes then
  ///   lie on one another only where ``Codestream/canHalve(_:)``.
  /// - Throws: `damagedInput`, `missingLibrary`, `limitExceeded`, `readFailed`.
  package init(
    of file: JPEG2000File, _ wishes: [Wish], reductions: Int, threads: Int,
    in context: ConversionContext
  ) throws(ConversionError) {
    let stream = file.codestream
    try context.limits.check(
      .memory, stream.decodingBytes(reductions: reductions), for: "decoding a JPEG 2000 picture")
    try stream.checkPackets(in: context)
    decoder = try OpenJPEGDecoderHandle(
      file.input, in: stream.range, components: stream.components.count, threads: threads)
    try context.checkpoint()
    try decoder.decode(reductions: reductions)
    try context.checkpoint()
    (width, height) = stream.size(reductions: reductions)
    var lines: [Line] = []
    for wish in wishes {
      let index = wish.channel.component
      guard stream.components.indices.contains(index) else { throw OpenJPEGDecoderHandle.damaged }
      let component = try unsafe decoder.component(index)
      let expected = stream.size(of: stream.components[index], reductions: reductions)
      guard unsafe component.width == expected.width, unsafe component.height == expected.height,
        unsafe component.width > 0, unsafe component.height > 0
      else { throw OpenJPEGDecoderHandle.damaged }
      let palette = wish.channel.column.flatMap { column in
        file.header.palette.map { $0.columns[column] }
      }
      unsafe lines.append(
        Line(
          component: component,
          table: Self.table(wish, palette),
          first: wish.channel.isSigned ? -(1 << (wish.channel.codeDepth - 1)) : 0,
          columns: Self.columns(of: stream.components[index], wish, component, width, stream),
          originRow: stream.origin.y, vertical: stream.components[index].vertical,
          startRow: (stream.origin.y + stream.components[index].vertical - 1)
            / stream.components[index].vertical,
          samplingRows: wish.sampling.vertical))
    }
    self.lines = lines
  }

  private static func table(_ wish: Wish, _ palette: [UInt16]?) -> [UInt16] {
    let highest = 1 << wish.channel.bitDepth - 1
    func scaled(_ value: Int) -> UInt16 {
      let value = wish.isInverted ? highest - min(value, highest) : min(value, highest)
      return UInt16(clamping: (value * wish.most + highest / 2) / highest)
    }
    if let palette { return palette.map { scaled(Int($0)) } }
    return (0...highest).map(scaled)
  }

  private static func columns(
    of component: Codestream.Component, _ wish: Wish,
    _ found: OpenJPEGDecoderHandle.Component, _ width: Int, _ stream: Codestream
  ) -> [Int32]? {
    let count = (width + wish.sampling.horizontal - 1) / wish.sampling.horizontal
    let step = wish.sampling.horizontal
    if component.horizontal == step, stream.origin.x % step == 0 { return nil }
    let start = (stream.origin.x + component.horizontal - 1) / component.horizontal
    return (0..<count).map { x in
      let column = (stream.origin.x + x * step) / component.horizontal - start
      return unsafe Int32(clamping: min(max(0, column), found.width - 1))
    }
  }

  /// Puts a row of a channel into every `step`-th sample from `target` on.
  ///
  /// - Parameters:
  ///   - index: of the channel among the wishes.
  ///   - row: in rows of the channel as it was wished for.
  package func copy<Sample: FixedWidthInteger & UnsignedInteger>(
    _ index: Int, row: Int, count: Int, to target: UnsafeMutablePointer<Sample>, step: Int
  ) {
    let line = lines[index]
    let wanted = (line.originRow + row * line.samplingRows) / line.vertical - line.startRow
    let y = unsafe min(max(0, wanted), line.component.height - 1)
    // Row and columns are held to those of the component, and `count` to the row that is written.
    guard unsafe line.component.width > 0, y >= 0 else { return }
    let samples = unsafe line.component.samples + y * line.component.width
    let (first, last) = (line.first, Int32(clamping: line.table.count - 1))
    let table = line.table.span
    if let columns = line.columns {
      for x in 0..<min(count, columns.count) {
        let code = unsafe min(max(0, samples[Int(columns[x])] &- first), last)
        unsafe target[x &* step] = Sample(truncatingIfNeeded: table[Int(code)])
      }
    } else {
      for x in unsafe 0..<min(count, line.component.width) {
        let code = unsafe min(max(0, samples[x] &- first), last)
        unsafe target[x &* step] = Sample(truncatingIfNeeded: table[Int(code)])
      }
    }
  }
}

extension Codestream {
  /// Whether a picture that is halved so often still has whole samples everywhere.
  package func canHalve(_ times: Int) -> Bool {
    guard times > 0 else { return true }
    guard times <= reductions, times < 31, origin == (0, 0) else { return false }
    let largest = components.flatMap { [$0.horizontal, $0.vertical] }.max() ?? 1
    // Powers of two alone, so that every component has as many samples as the picture has pixels, divided.
    guard
      components.allSatisfy({
        [1, 2, 4].contains($0.horizontal) && [1, 2, 4].contains($0.vertical)
      })
    else { return false }
    let unit = largest << times
    return width % unit == 0 && height % unit == 0
  }
}
