import ConverterCore
import PictureModel

extension PNGAnimation {
  var animation: Animation {
    Animation(durations: frames.map(\.control.delay.microseconds), repetitions: repetitions)
  }

  /// - Parameter isOpaque: whether no pixel of the file is transparent.
  func parts(isOpaque: Bool) -> [AnimationPart] {
    frames.map { frame in
      AnimationPart(
        frame.control.rectangle, blending: frame.control.blending,
        disposal: frame.control.disposal, isOpaque: isOpaque)
    }
  }

  /// A picture alone, in the format in which libpng gives it.
  func pixels(
    of index: Int, _ chunks: PNGChunkList, format: PixelFormat, of input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    let frame = frames[index]
    let (width, height) = (frame.control.rectangle.width, frame.control.rectangle.height)
    var header = chunks.header
    (header.width, header.height) = (width, height)
    var parts = [
      PNGInputStream.Part.bytes(PNGChunkList.signature + header.chunk.serialized)
    ]
    if let palette = chunks.palette, header.colourType == .indexed {
      parts.append(.bytes(palette.serialized))
    }
    if let transparency = chunks.transparency { parts.append(.bytes(transparency.serialized)) }
    if frame.isDefault {
      parts.append(.file(chunks.pictureData))
    } else {
      let data = try data(of: frame, in: input, context)
      try header.checkPictureByteCount(data.count)
      parts.append(.bytes(PNGChunk(type: .data, bytes: data).serialized))
    }
    parts.append(.bytes(PNGChunk(type: .end, bytes: []).serialized))
    let decoder = try PNGDecodingHandle.open(
      PNGInputStream(parts, of: input, in: context), header: header, isApple: false)
    let buffer = PixelBuffer(format, width: width, height: height)
    let plane = buffer.planes[0]
    guard decoder.rowByteCount == plane.width * format.bytesPerSample else {
      throw ConversionError(
        .internalError, "libpng gives rows of \(decoder.rowByteCount) bytes in an animation")
    }
    let step = max(1, (1 << 19) / plane.stride)
    // Rows of the plane are as long as those of libpng, as was just seen, and it has `height` of them.
    for _ in 0..<(header.isInterlaced ? 7 : 1) {
      for row in stride(from: 0, to: height, by: step) {
        try context.checkpoint()
        try unsafe decoder.readRows(
          to: plane.row(row), stride: plane.stride, count: min(step, height - row), at: row)
      }
    }
    try decoder.finish()
    return buffer
  }

  /// What the fdAT chunks of a picture hold, one behind the other.
  ///
  /// - Throws: `damagedInput` where a checksum or a number is wrong.
  private func data(
    of frame: Frame, in input: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    try context.limits.check(.memory, 2 * frame.data.count, for: "a picture of the animation")
    var data: [UInt8] = []
    data.reserveCapacity(frame.data.count)
    var cursor = PNGChunkCursor(input, at: frame.data.lowerBound)
    var number = frame.firstNumber
    while cursor.offset < frame.data.upperBound {
      try context.checkpoint()
      let place = try cursor.next()
      guard place.type == .frameData else { continue }
      let bytes = try cursor.chunk(place).bytes
      guard PNGFields.leadingNumber(of: bytes) == number else {
        throw .damaged("the fdAT chunk at byte \(place.whole.lowerBound) is out of order")
      }
      number += 1
      data += bytes.dropFirst(4)
    }
    return data
  }
}

extension PNGHeader {
  /// The IHDR chunk.
  fileprivate var chunk: PNGChunk {
    PNGChunk(
      type: .header,
      bytes: width.bigEndianBytes + height.bigEndianBytes
        + [UInt8(bitDepth), colourType.rawValue, 0, 0, isInterlaced ? 1 : 0])
  }
}
