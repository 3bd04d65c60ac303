internal import CVectors

/// Finds lines that begin with `From ` or with `--`, a vector of bytes at a time.
package struct LineSearchHandle {
  /// Room for what one call finds.
  private var places: [UInt32]

  /// - Parameter room: how many places one call finds at most.
  package init(room: Int = 4096) {
    places = [UInt32](repeating: 0, count: room)
  }

  /// Goes over the bytes from `start` on, or as far as there is room for what is found.
  ///
  /// - Parameter bytes: less than 4 GB of them.
  /// - Returns: where such lines begin, those behind a line feed that lies in the range; and where to go on, which is
  ///   the end where all was gone over. The last five bytes may be the beginning of one.
  package mutating func find(
    in bytes: Span<UInt8>, from start: Int
  ) -> (places: ArraySlice<UInt32>, next: Int) {
    precondition(start >= 0 && start <= bytes.count)
    var next = bytes.count
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe places.withUnsafeMutableBufferPointer { places in
        // Nothing is read but `bytes[start ..< count]`, and no more places are written than there is room for.
        unsafe fairy_mail_lines(
          bytes.baseAddress, start, bytes.count, FAIRY_INSTRUCTIONS_BEST, &next,
          places.baseAddress, places.count)
      }
    }
    return (places[..<count], next)
  }
}
