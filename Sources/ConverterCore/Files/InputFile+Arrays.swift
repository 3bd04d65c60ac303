extension InputFile {
  /// Fills a part of `bytes` with those from `offset`; a place outside of `bytes` stops the program.
  ///
  /// - Returns: how many came; fewer than fit only at the end of the file.
  /// - Throws: `readFailed`.
  public func read(
    at offset: Int, into bytes: inout [UInt8], _ place: Range<Int>
  ) throws(ConversionError) -> Int {
    precondition(place.lowerBound >= 0 && place.upperBound <= bytes.count)
    var all = bytes.mutableSpan
    return try all.withUnsafeMutableBytes { (all) throws(ConversionError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: all[place]))
    }
  }
}
