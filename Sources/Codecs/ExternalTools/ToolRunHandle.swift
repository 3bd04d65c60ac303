public import ConverterCore
import SystemPackage

extension ToolRun {
  /// Fills `buffer` with what the program says next.
  ///
  /// - Returns: how many bytes came; fewer than fit only at the end, when the program has ended.
  /// - Throws: `limitExceeded`, also when the program says nothing for as long as ``Limits/stall``;
  ///   `interrupted`.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    var filled = 0
    while filled < buffer.count {
      try waitForOutput(in: context)
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      guard let got = try? unsafe output.readEnd.read(into: rest), got > 0 else {
        _ = try finish(in: context)
        break
      }
      filled += got
      context.sendHeartbeat()
    }
    return filled
  }

  /// Fills an array with what the program says next, as the other form does.
  public func read(
    into bytes: inout [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Int {
    var room = bytes.mutableSpan
    return try unsafe room.withUnsafeMutableBytes { (room) throws(ConversionError) in
      try unsafe read(into: room, in: context)
    }
  }
}
