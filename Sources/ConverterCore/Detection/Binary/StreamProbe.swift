/// Recordings without a header: frame follows frame, and each repeats its mark.
enum StreamProbe: FileProbe {
  static let types: [ContentType.ID] = [
    "public.mp3", "public.mp2", "public.aac-audio", "public.mpeg-2-transport-stream",
  ]

  static func examine(_ sample: FileSample) -> [TypeFinding] {
    let head = sample.head
    return tagged(sample) ?? mpegAudio(head) ?? adts(head) ?? transportStream(head)
      ?? afterZeros(head) ?? []
  }

  /// What stands behind one ID3 tag or several (ID3v2 §3.1): most often MPEG audio, but also FLAC and others.
  private static func tagged(_ sample: FileSample) -> [TypeFinding]? {
    var offset = 0
    for _ in 0..<mostTags {
      guard let tag = try? sample.bytes(at: offset, count: 10), tag.count == 10,
        tag.has("ID3", at: 0),
        tag[6...9].allSatisfy({ $0 < 0x80 })
      else { break }
      let size = tag[6...9].reduce(0) { $0 << 7 | Int($1) }
      // A footer repeats the header.
      offset += 10 + size + (tag[5] & 0x10 != 0 ? 10 : 0)
    }
    guard offset > 0, let rest = try? sample.bytes(at: offset, count: 4096), !rest.isEmpty else {
      return nil
    }
    let behind = Signature.recordings.compactMap { $0.match(rest) } + (adts(rest) ?? [])
    guard let best = behind.max(by: { $0.confidence < $1.confidence }), best.confidence >= 0.9
    else {
      return nil
    }
    return [
      TypeFinding(
        .structure, best.type, 0.97, "an ID3 tag; behind it \(best.evidence.observation)")
    ]
  }

  private static let mostTags = 8

  /// Encoders and editors leave zeros before the first frame.
  private static func afterZeros(_ head: [UInt8]) -> [TypeFinding]? {
    guard head.first == 0, let start = head.firstIndex(where: { $0 != 0 }) else { return nil }
    let rest = Array(head[start...])
    guard AudioFrame(rest, at: 0).flatMap({ AudioFrame(rest, at: $0.byteCount) }) != nil else {
      return nil
    }
    return mpegAudio(rest)
  }

  /// ISO/IEC 11172-3 §2.4.1.3: two frames in a row whose headers agree.
  private static func mpegAudio(_ head: [UInt8]) -> [TypeFinding]? {
    guard let first = AudioFrame(head, at: 0) else { return nil }
    let type: ContentType.ID = first.layer == 3 ? "public.mp3" : "public.mp2"
    guard let second = AudioFrame(head, at: first.byteCount) else {
      // A cut file may hold less than two frames.
      guard first.byteCount >= head.count else { return nil }
      return [TypeFinding(.structure, type, 0.4, "begins with an MPEG audio frame")]
    }
    guard second.version == first.version, second.layer == first.layer else { return nil }
    return [TypeFinding(.structure, type, 0.9, "MPEG audio frames, layer \(first.layer)")]
  }

  private struct AudioFrame {
    let version: UInt8
    let layer: Int
    let byteCount: Int

    init?(_ bytes: [UInt8], at offset: Int) {
      guard offset >= 0, offset + 4 <= bytes.count, bytes[offset] == 0xFF,
        bytes[offset + 1] & 0xE0 == 0xE0
      else { return nil }
      version = bytes[offset + 1] >> 3 & 3
      layer = 4 - Int(bytes[offset + 1] >> 1 & 3)
      let rate = Int(bytes[offset + 2] >> 4)
      let frequency = Int(bytes[offset + 2] >> 2 & 3)
      guard version != 1, layer != 4, rate != 15, rate != 0, frequency != 3 else { return nil }
      let isMPEG1 = version == 3
      let kilobits =
        switch (isMPEG1, layer) {
        case (true, 1): Self.layer1[rate]
        case (true, 2): Self.layer2[rate]
        case (true, _): Self.layer3[rate]
        case (false, 1): Self.layer1LowRate[rate]
        case (false, _): Self.layer2LowRate[rate]
        }
      let hertz = [44100, 48000, 32000][frequency] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
      let padding = Int(bytes[offset + 2] >> 1 & 1)
      let samples = layer == 1 ? 384 : layer == 3 && !isMPEG1 ? 576 : 1152
      byteCount =
        layer == 1
        ? (12 * kilobits * 1000 / hertz + padding) * 4
        : samples / 8 * kilobits * 1000 / hertz + padding
    }

    // Kilobits a second by index; 0 and 15 are refused before.
    private static let layer1 = [
      0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
    ]
    private static let layer2 = [
      0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
    ]
    private static let layer3 = [
      0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let layer1LowRate = [
      0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
    ]
    private static let layer2LowRate = [
      0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
    ]
  }

  /// ISO/IEC 13818-7 §6.2: two headers, the first of which says where the second is.
  private static func adts(_ head: [UInt8]) -> [TypeFinding]? {
    func isHeader(_ offset: Int) -> Bool {
      offset + 7 <= head.count && head[offset] == 0xFF && head[offset + 1] & 0xF6 == 0xF0
    }
    guard isHeader(0) else { return nil }
    let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5)
    guard length > 7, isHeader(length) else { return nil }
    return [TypeFinding(.structure, "public.aac-audio", 0.9, "AAC frames with ADTS headers")]
  }

  /// ISO/IEC 13818-1 §2.4.3: packets of 188 bytes, each begins with 47; cameras add four bytes.
  private static func transportStream(_ head: [UInt8]) -> [TypeFinding]? {
    for (packet, start) in [(188, 0), (192, 4)] {
      let starts = Array(stride(from: start, to: head.count, by: packet).prefix(8))
      if starts.count >= 4, starts.allSatisfy({ head[$0] == 0x47 }) {
        return [
          TypeFinding(
            .structure, "public.mpeg-2-transport-stream", 0.95,
            "transport packets of \(packet) bytes")
        ]
      }
    }
    return nil
  }
}
