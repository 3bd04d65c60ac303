import ConverterCore

extension BMPPlugin {
  static let types: StaticString = """
    > public.image
    com.microsoft.bmp | BMP picture | bmp dib | image/bmp image/x-bmp image/x-ms-bmp
    """

  static var signatures: [Signature] {
    [
      // The reserved words are zero, and the size of the header that follows is a known one.
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 0C 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 10 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 28 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 34 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 38 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 40 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 6C 00 00 00"),
      Signature("com.microsoft.bmp", "'BM' [4] 00 00 00 00 [4] 7C 00 00 00"),
      // Programs that put something of theirs into the reserved words: one plane then has to be seen.
      Signature("com.microsoft.bmp", "'BM' [12] 28 00 00 00 [8] 01 00", confidence: 0.85),
      Signature("com.microsoft.bmp", "'BM' [12] 6C 00 00 00 [8] 01 00", confidence: 0.85),
      Signature("com.microsoft.bmp", "'BM' [12] 7C 00 00 00 [8] 01 00", confidence: 0.85),
    ]
  }
}
