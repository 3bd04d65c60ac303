/// A decoder of a C library, which takes addresses.
protocol LibraryDecoder: StreamDecoder {
  /// Decodes as much as is there and fits: it reads the input alone, and writes into the output alone.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep
}

extension LibraryDecoder {
  func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(DecodingFailure) -> DecodingStep {
    // The addresses are used in this call alone: each library gets new ones with each piece.
    try unsafe input.withUnsafeBytes { (input) throws(DecodingFailure) in
      try unsafe output.withUnsafeMutableBytes { (output) throws(DecodingFailure) in
        try unsafe decode(input, into: output)
      }
    }
  }
}
