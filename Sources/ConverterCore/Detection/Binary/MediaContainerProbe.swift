/// Matroska and WebM by their document type, Windows Media by the streams inside.
enum MediaContainerProbe: FileProbe {
  static let types: [ContentType.ID] = [
    "org.matroska.mkv", "org.webmproject.webm", "com.microsoft.advanced-systems-format",
    "com.microsoft.windows-media-wma", "com.microsoft.windows-media-wmv",
  ]

  static func examine(_ sample: FileSample) -> [TypeFinding] {
    matroska(sample.head) ?? windowsMedia(sample.head) ?? []
  }

  /// The DocType element (RFC 8794 §11.2.7) of the EBML header.
  private static func matroska(_ head: [UInt8]) -> [TypeFinding]? {
    guard BytePattern("1A 45 DF A3").match(head, at: 0) != nil else { return nil }
    guard
      let element = (4..<max(4, min(head.count, 128))).first(where: {
        BytePattern("42 82").match(head, at: $0) != nil
      })
    else {
      return [
        TypeFinding(.signature, "org.matroska.mkv", 0.8, "begins with 1A 45 DF A3")
          .or(["org.matroska.mka", "org.webmproject.webm"])
      ]
    }
    if head.has("webm", at: element + 3) {
      return [
        TypeFinding(.signature, "org.webmproject.webm", 0.98, "an EBML header of type webm")
          .or(["org.webmproject.webm-audio"])
      ]
    }
    return [
      TypeFinding(
        .signature, "org.matroska.mkv", head.has("matroska", at: element + 3) ? 0.98 : 0.7,
        "an EBML header of type \(head.ascii(at: element + 3, count: 8))"
      ).or(["org.matroska.mka"])
    ]
  }

  private static func windowsMedia(_ head: [UInt8]) -> [TypeFinding]? {
    let header: BytePattern = "30 26 B2 75 8E 66 CF 11 A6 D9 00 AA 00 62 CE 6C"
    guard header.match(head, at: 0) != nil else { return nil }
    let video: BytePattern = "C0 EF 19 BC 4D 5B CF 11 A8 FD 00 80 5F 5C 44 2B"
    let audio: BytePattern = "40 9E 69 F8 4D 5B CF 11 A8 FD 00 80 5F 5C 44 2B"
    let family: [ContentType.ID] = [
      "com.microsoft.windows-media-wma", "com.microsoft.windows-media-wmv",
      "com.microsoft.advanced-systems-format",
    ]
    func holds(_ stream: BytePattern) -> Bool {
      (16..<max(16, head.count)).contains { stream.match(head, at: $0) != nil }
    }
    if holds(video) {
      return [
        TypeFinding(
          .signature, "com.microsoft.windows-media-wmv", 0.95, "an ASF header with a video stream"
        ).or(family)
      ]
    }
    if holds(audio) {
      return [
        TypeFinding(
          .signature, "com.microsoft.windows-media-wma", 0.9, "an ASF header with an audio stream"
        ).or(family)
      ]
    }
    return [
      TypeFinding(.signature, "com.microsoft.advanced-systems-format", 0.9, "an ASF header").or(
        family)
    ]
  }
}
