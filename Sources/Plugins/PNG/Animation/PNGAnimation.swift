import ConverterCore
import PictureModel

/// Where the pictures of an animated PNG are (PNG specification, section 4.9).
struct PNGAnimation {
  struct Frame {
    let control: PNGFrameControl
    /// The chunks from the first with data up to the last, perhaps with others between them.
    var data: Range<Int>
    /// Whether the data are those of the default picture: IDAT, not fdAT.
    let isDefault: Bool
    /// The number that the first fdAT chunk must have.
    var firstNumber: Int
  }

  private(set) var frames: [Frame] = []
  /// How often all are shown; 0 for without end.
  private(set) var repetitions = 0

  private let header: PNGHeader
  private var pending: PNGFrameControl?
  /// The number of the next fcTL or fdAT chunk.
  private var number = 0

  /// Why there is no animation to be shown.
  private struct Flaw: Error {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// `nil` where there is none, or where it breaks the rules: then the default picture alone is to be shown, as
  /// the specification wants it, with a warning.
  init?(
    scanning input: InputFile, _ chunks: PNGChunkList, in context: ConversionContext
  ) throws(ConversionError) {
    header = chunks.header
    guard !chunks.isApple else { return nil }
    var cursor = PNGChunkCursor(input, at: PNGChunkList.signature.count)
    var announced: Int?
    for chunkNumber in 1... {
      if chunkNumber.isMultiple(of: 1024) { try context.checkpoint() }
      let place = try cursor.next()
      if place.type == .end { break }
      if place.type == .animation, announced == nil {
        guard let chunk = try PNGChunk(place, of: input), chunk.bytes.count == 8 else { return nil }
        var fields = PNGFields(chunk.bytes)
        announced = fields.number()
        repetitions = fields.number() ?? 0
      }
      // An animation must be announced before the default picture.
      if place.type == .data, announced == nil { return nil }
      let flaw = try take(place, of: input)
      if let flaw {
        context.warn(
          "the animation cannot be shown, its default picture is: \(flaw.description) at byte "
            + "\(place.whole.lowerBound)")
        return nil
      }
      try context.limits.check(.entries, frames.count, for: "the animation")
    }
    guard frames.count > 1 else { return nil }
    if let announced, announced != frames.count {
      context.warn("the animation has \(frames.count) pictures, not \(announced) as it says")
    }
  }

  private mutating func take(
    _ place: PNGChunkList.Place, of input: InputFile
  ) throws(ConversionError) -> Flaw? {
    switch place.type {
    case .frame:
      guard pending == nil else { return Flaw("there is a picture without data") }
      guard let chunk = try PNGChunk(place, of: input),
        let control = PNGFrameControl(parsing: chunk.bytes, in: header)
      else { return Flaw("there is a damaged fcTL chunk") }
      guard PNGFields.leadingNumber(of: chunk.bytes) == number else {
        return Flaw("the pictures are not in order")
      }
      number += 1
      pending = control
    case .data:
      if let control = pending {
        let whole = PixelRectangle(x: 0, y: 0, width: header.width, height: header.height)
        guard control.rectangle == whole else {
          return Flaw("the default picture is said to be a part")
        }
        begin(control, with: place, isDefault: true)
      } else if let last = frames.last, last.isDefault {
        frames[frames.count - 1].data = last.data.lowerBound..<place.whole.upperBound
      }
    case .frameData:
      guard place.body.count >= 4 else { return Flaw("there is an empty fdAT chunk") }
      if let control = pending {
        begin(control, with: place, isDefault: false)
      } else if let last = frames.last, !last.isDefault {
        frames[frames.count - 1].data = last.data.lowerBound..<place.whole.upperBound
      } else {
        return Flaw("there are data without a picture")
      }
      number += 1
    default: break
    }
    return nil
  }

  private mutating func begin(
    _ control: PNGFrameControl, with place: PNGChunkList.Place, isDefault: Bool
  ) {
    frames.append(
      Frame(control: control, data: place.whole, isDefault: isDefault, firstNumber: number))
    pending = nil
  }
}

extension PNGFields {
  static func leadingNumber(of bytes: [UInt8]) -> Int? {
    var fields = PNGFields(bytes)
    return fields.number()
  }
}
