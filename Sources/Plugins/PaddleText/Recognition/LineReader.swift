import ConverterCore
import PictureModel

/// Reads lines of text, some of about the same length at a time.
struct LineReader {
  let networks: PaddleNetworks
  let context: ConversionContext

  /// What the network sees: lines of this height.
  private static let height = 48
  /// No line is narrower for it.
  private static let leastWidth = 320
  /// Wider ones are made narrower: it would need too much memory.
  private static let mostWidth = 3200
  private static let mostAtOnce = 6

  /// A line and what its columns are in parts of its width.
  struct Reading {
    var text: CTCText
    var columnWidth: Double
  }

  /// What stands in boxes of a page, in their order.
  func read(_ boxes: [SlantedBox], in gray: PixelBuffer) throws(ConversionError) -> [Reading] {
    var readings = [Reading](
      repeating: Reading(text: CTCText([]), columnWidth: 1), count: boxes.count)
    let order = boxes.indices.sorted { Self.width(boxes[$0]) < Self.width(boxes[$1]) }
    for start in stride(from: 0, to: order.count, by: Self.mostAtOnce) {
      try context.checkpoint()
      let batch = order[start..<min(start + Self.mostAtOnce, order.count)]
      let read = try read(batch.map { boxes[$0] }, of: gray)
      for (index, reading) in zip(batch, read) { readings[index] = reading }
    }
    return readings
  }

  private static func width(_ box: SlantedBox) -> Int {
    min(max(Int((Double(height) * box.width / max(box.height, 1)).rounded(.up)), 1), mostWidth)
  }

  private func read(
    _ boxes: [SlantedBox], of gray: PixelBuffer
  ) throws(ConversionError) -> [Reading] {
    let widths = boxes.map(Self.width)
    let wide = max(widths.max() ?? 0, Self.leastWidth)
    var values = [Float](repeating: 0, count: boxes.count * 3 * Self.height * wide)
    for (index, box) in boxes.enumerated() {
      let line = LineCrop(of: box, in: gray).samples(width: widths[index], height: Self.height)
      for row in 0..<3 * Self.height {
        let target = (index * 3 * Self.height + row) * wide
        let source = row % Self.height * widths[index]
        values.replaceSubrange(
          target..<target + widths[index], with: line[source..<source + widths[index]])
      }
    }
    let characters = networks.characters
    return try unsafe networks.recognition.run(values, shape: [boxes.count, 3, Self.height, wide]) {
      output, shape throws(ConversionError) in
      guard shape.count == 3, shape[0] == boxes.count, shape[2] == characters.count else {
        throw ConversionError(
          .unsupportedContent, "the network that reads lines answers in another form")
      }
      // The answer has as many values as its shape makes, `count` for each box.
      let count = shape[1] * shape[2]
      return boxes.indices.map { index in
        unsafe Reading(
          text: CTCText(
            UnsafeBufferPointer(rebasing: output[index * count..<(index + 1) * count]),
            columns: shape[1], characters: characters),
          columnWidth: Double(wide) / Double(max(shape[1], 1)) / Double(widths[index]))
      }
    }
  }
}
