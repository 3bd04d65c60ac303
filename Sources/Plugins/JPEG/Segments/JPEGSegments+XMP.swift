internal import ConverterCore

extension JPEGSegments {
  /// The XMP packet, with its extension merged into it.
  ///
  /// An extension that is incomplete, or that no packet announces, is left out, and the ledger says
  /// so (XMP specification, part 3, 1.1.3.1).
  func xmp(in context: ConversionContext) throws(ConversionError) -> [UInt8]? {
    guard let packet = try payloads(of: .app1, after: JPEGSignature.xmp).first else { return nil }
    let chunks = try payloads(of: .app1, after: JPEGSignature.extendedXMP)
    guard !chunks.isEmpty else { return packet }
    guard let merged = ExtendedXMP.join(packet, chunks: chunks) else {
      context.note(
        "xmp", .changed, why: "the part of it that lies outside the main packet is incomplete")
      return packet
    }
    return merged
  }
}
