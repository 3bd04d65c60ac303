import ConverterCore

/// XMP that is larger than a segment (XMP specification, part 3, 1.1.3.1).
///
/// The main packet then announces an extension by the MD5 digest of its bytes; the extension stands
/// in segments of its own, each with digest, whole length and offset.
enum ExtendedXMP {
  /// Digest, length and offset before the bytes of a segment.
  private static let chunkHeader = 32 + 4 + 4

  private static let stubStart = Array(
    ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
      + "rdf:about=\"\" xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"")
      .utf8)
  private static let stubEnd = Array("\"/></rdf:RDF></x:xmpmeta>".utf8)

  // MARK: Writing

  /// The payloads for a packet of any size, signatures included.
  ///
  /// All properties go to the extension, unparsed; the main packet keeps the wrapper and announces it.
  ///
  /// - Parameter description: an `rdf:Description` for the main packet, where readers look for it; a packet that it
  ///   cannot be added to goes to the extension.
  static func split(_ packet: [UInt8], adding description: [UInt8] = []) -> [[UInt8]] {
    if let all = description.isEmpty ? packet : insert(description, into: packet),
      JPEGSignature.xmp.count + all.count <= jpegSegmentCapacity
    {
      return [JPEGSignature.xmp + all]
    }
    let body = bodyRange(of: packet)
    let digest = Array(MD5.hexadecimal(of: packet[body]).utf8)
    let stub = stubStart + digest + stubEnd
    var main =
      JPEGSignature.xmp + packet[..<body.lowerBound] + (insert(description, into: stub) ?? stub)
    // The rest is padding and the end of the wrapper.
    if main.count + packet.count - body.upperBound <= jpegSegmentCapacity {
      main += packet[body.upperBound...]
    } else {
      main += Array("<?xpacket end=\"w\"?>".utf8)
    }
    let capacity = jpegSegmentCapacity - JPEGSignature.extendedXMP.count - chunkHeader
    let chunks = stride(from: 0, to: body.count, by: capacity).map { offset in
      JPEGSignature.extendedXMP + digest + bigEndian(body.count) + bigEndian(offset)
        + packet[body].dropFirst(offset).prefix(capacity)
    }
    return [main] + chunks
  }

  /// A packet with one more description, the last one.
  ///
  /// - Returns: `nil` for a packet without an end of `rdf:RDF` in the usual words.
  private static func insert(_ description: [UInt8], into packet: [UInt8]) -> [UInt8]? {
    guard !description.isEmpty, let end = packet.lastPosition(of: "</rdf:RDF>") else { return nil }
    return packet[..<end] + description + packet[end...]
  }

  /// What lies between the wrapper's processing instructions, without the white space around it.
  private static func bodyRange(of packet: [UInt8]) -> Range<Int> {
    var start = 0
    if let wrapper = packet.position(of: "<?xpacket"), wrapper < 16,
      let end = packet.position(of: "?>", from: wrapper)
    {
      start = packet.position(of: "<", from: end + 2) ?? 0
    }
    // A wrapper that alone fills a segment is none.
    if start > 1024 { start = 0 }
    var end = packet.lastPosition(of: "<?xpacket end") ?? packet.count
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(packet[end - 1]) { end -= 1 }
    return start < end ? start..<end : 0..<packet.count
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  // MARK: Reading

  /// The packet with what the chunks hold; `nil` where they are incomplete or cannot be merged.
  ///
  /// - Parameter chunks: the payloads without their signatures, in any order.
  static func join(_ packet: [UInt8], chunks: [[UInt8]]) -> [UInt8]? {
    guard let digest = announcedDigest(in: packet),
      let body = assemble(chunks.filter { $0.count > chunkHeader && $0.starts(with: digest) })
    else { return nil }
    // A main packet that only announces gives way to the extension; this undoes `split`.
    let stub = stubStart + digest + stubEnd
    if let position = packet.position(of: stub) {
      return packet[..<position] + body + packet[(position + stub.count)...]
    }
    return merge(body, into: packet, digest: digest)
  }

  private static func announcedDigest(in packet: [UInt8]) -> [UInt8]? {
    guard let name = packet.position(of: "HasExtendedXMP") else { return nil }
    // ="…" as an attribute, >…< as an element.
    let rest = packet[name...].dropFirst(14).drop { [0x3D, 0x3E, 0x22, 0x27, 0x20].contains($0) }
    let digest = rest.prefix(32)
    let isDigest = digest.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
    }
    return digest.count == 32 && isDigest ? Array(digest) : nil
  }

  /// The extension's bytes if the chunks cover them without a gap.
  private static func assemble(_ chunks: [[UInt8]]) -> [UInt8]? {
    func number(_ chunk: [UInt8], at offset: Int) -> Int {
      chunk.number(at: offset, width: 4, .big) ?? 0
    }
    guard let length = chunks.first?.number(at: 32, width: 4, .big) else { return nil }
    var body: [UInt8] = []
    for chunk in chunks.sorted(by: { number($0, at: 36) < number($1, at: 36) }) {
      guard number(chunk, at: 32) == length, number(chunk, at: 36) == body.count else { return nil }
      body += chunk.dropFirst(chunkHeader)
    }
    return body.count == length ? body : nil
  }

  /// Moves the extension's descriptions to the end of the packet's.
  private static func merge(_ body: [UInt8], into packet: [UInt8], digest: [UInt8]) -> [UInt8]? {
    guard let root = body.position(of: "<rdf:RDF"),
      let open = body.position(of: ">", from: root), body[open - 1] != 0x2F,
      let close = body.lastPosition(of: "</rdf:RDF>"), open < close,
      // Names declared further out than the descriptions would lose their meaning.
      body[root..<open].count(of: "xmlns:") <= 1, body[..<root].count(of: "xmlns:") <= 1
    else { return nil }
    var packet = packet
    let digest = String(decoding: digest, as: UTF8.self)
    for announcement in [
      " xmpNote:HasExtendedXMP=\"\(digest)\"", " xmpNote:HasExtendedXMP='\(digest)'",
      "<xmpNote:HasExtendedXMP>\(digest)</xmpNote:HasExtendedXMP>",
    ] {
      if let position = packet.position(of: announcement) {
        packet.removeSubrange(position..<position + announcement.utf8.count)
      }
    }
    guard let end = packet.lastPosition(of: "</rdf:RDF>") else { return nil }
    packet.insert(contentsOf: body[(open + 1)..<close], at: end)
    return packet
  }
}
