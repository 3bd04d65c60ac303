import ConverterCore
import PictureModel

/// Puts colour profile and metadata around what libwebp writes (WebP Container Specification, "Extended File
/// Format"), as its bytes come.
///
/// libwebp writes whole files, which tell their size at once. Such a file's head is changed, the rest passes.
final class WebPOutputStream {
  /// Why a write failed, if it did; libwebp cannot tell.
  private(set) var failure: ConversionError?
  let context: ConversionContext
  private let output: OutputFile
  private let profile: [UInt8]
  private let exif: [UInt8]
  private let xmp: [UInt8]
  private let width: Int
  private let height: Int
  /// The bytes at the beginning, before it is known how much of them is changed; `nil` from then on.
  private var head: [UInt8]? = []

  /// The RIFF header and a whole VP8X chunk, or as much as tells whether a VP8L picture has opacity.
  private static let headSize = 30

  init(_ output: OutputFile, for facts: PictureFacts, in context: ConversionContext) {
    self.output = output
    self.context = context
    (width, height) = (facts.width, facts.height)
    profile = if case .icc(let bytes) = facts.colour { bytes } else { [] }
    exif = facts.metadata.exif ?? []
    xmp = facts.metadata.xmp ?? []
  }

  /// - Returns: whether libwebp is to go on.
  func take(_ bytes: Span<UInt8>) -> Bool {
    do throws(ConversionError) {
      try write(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Whether the conversion goes on.
  func checkpoint(_ fraction: Double) -> Bool {
    do throws(ConversionError) {
      try context.checkpoint(fraction)
      return true
    } catch {
      failure = error
      return false
    }
  }

  func write(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard var head else { return try output.write(bytes) }
    let count = min(bytes.count, Self.headSize - head.count)
    head.append(bytes.prefix(count))
    self.head = head
    if head.count == Self.headSize { try writeHead() }
    if count < bytes.count { try output.write(bytes.dropFirst(count)) }
  }

  /// Writes what stands behind the picture.
  func finish() throws(ConversionError) {
    if head != nil { try writeHead() }
    try output.write(Self.chunk(.exif, exif) + Self.chunk(.xmp, xmp))
  }

  private func writeHead() throws(ConversionError) {
    guard let head else { return }
    self.head = nil
    let added = [profile, exif, xmp].filter { !$0.isEmpty }
    guard !added.isEmpty, head.count >= 25,
      let said = head.number(at: 4, width: 4, .little)
    else { return try output.write(head) }
    let isExtended = head[12..<16].elementsEqual(FourCC.extended.bytes)
    let rest = isExtended ? 30 : 12
    let size = added.reduce(said + 8 - rest + 22) {
      $0 + 8 + $1.count + $1.count % 2
    }
    guard size <= UInt32.max - 1 else {
      throw ConversionError.exceeding(
        .init(fixed: "file", needed: size, allowed: Int(UInt32.max) - 1),
        "a WebP file holds at most 4 GB, this one would need more")
    }
    var flags = isExtended ? head[20] : 0
    if head[12..<16].elementsEqual(FourCC.lossless.bytes), head[24] & 0x10 != 0 {
      flags |= 0x10
    }
    if !profile.isEmpty { flags |= 0x20 }
    if !exif.isEmpty { flags |= 0x08 }
    if !xmp.isEmpty { flags |= 0x04 }
    let canvas =
      [flags, 0, 0, 0] + [UInt8](littleEndian: width - 1, width: 3)
      + [UInt8](littleEndian: height - 1, width: 3)
    try output.write(
      FourCC.riff.bytes + [UInt8](littleEndian: size, width: 4) + FourCC.webp.bytes
        + Self.chunk(.extended, canvas) + Self.chunk(.profile, profile) + head.dropFirst(rest))
  }

  /// Nothing for nothing.
  private static func chunk(_ type: FourCC, _ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let padding: [UInt8] = bytes.count % 2 == 0 ? [] : [0]
    return type.bytes + [UInt8](littleEndian: bytes.count, width: 4) + bytes + padding
  }
}
