import ConverterCore

extension PNGPlugin {
  static let types: StaticString = """
    > public.image
    public.png | PNG picture | png | image/png image/x-png
    > public.png
    org.w3.apng | animated PNG picture | apng | image/apng image/vnd.mozilla.apng
    """

  static var signatures: [Signature] {
    [
      Signature("public.png", "89 'PNG' 0D 0A 1A 0A"),
      // What remains after a transfer that took the file for text.
      Signature("public.png", "89 'PNG' 0A 1A 0A", confidence: 0.8),
      Signature("public.png", "89 'PNG' 0D 0D 0A 1A 0D 0A", confidence: 0.8),
      // And what the first chunk still shows where the signature is damaged otherwise.
      Signature("public.png", at: 8, "00 00 00 0D 'IHDR'", confidence: 0.8),
    ]
  }
}
