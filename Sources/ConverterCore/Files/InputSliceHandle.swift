/// A part of an input that is a file by itself: a picture in an icon.
public struct InputSlice: RandomAccessContent {
  private let input: InputFile
  private let range: Range<Int>

  /// - Parameters:
  ///   - input: the file that the slice is a part of.
  ///   - range: its bytes in that file, cut to what the input has.
  public init(_ input: InputFile, _ range: Range<Int>) {
    self.input = input
    self.range = range.clamped(to: 0..<max(0, input.byteCount))
  }

  public var byteCount: Int { range.count }

  public func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    let available = max(0, min(buffer.count, range.count - offset))
    return try unsafe input.read(
      at: range.lowerBound + offset,
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<available]))
  }
}
