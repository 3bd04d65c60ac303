import CVectors

/// Finds lines that begin with `From ` or with `--`, a vector of bytes at a time.
struct LineSearchHandle {
  /// Room for what one call finds.
  private var places = [UInt32](repeating: 0, count: 4096)

  /// Goes over `bytes[start..<end]`, or as far as there is room for what is found.
  ///
  /// - Parameter bytes: less than 4 GB of them.
  /// - Returns: where such lines begin, those behind a line feed that lies in the range; and where to go on, which is
  ///   `end` where all was gone over. The last five bytes may be the beginning of one.
  mutating func find(
    in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> (places: ArraySlice<UInt32>, next: Int) {
    var next = 0
    let count = places.withUnsafeMutableBufferPointer { places in
      fairy_mail_lines(
        bytes, start, end, FAIRY_INSTRUCTIONS_BEST, &next, places.baseAddress, places.count)
    }
    return (places[..<count], next)
  }
}
