import ConverterCore

/// Knows portable maps by `P1` to `P7` and `Pf`, white space, a number or a comment.
enum NetpbmProbe: FileProbe {
  static let types: [ContentType.ID] = [
    "public.pbm", "public.pgm", "public.ppm", "public.pam", "public.pfm",
  ]
  static let isForBeginnings = true

  static func examine(_ sample: FileSample) -> [TypeFinding] {
    finding(sample.head).map { [$0] } ?? []
  }

  private static func finding(_ head: [UInt8]) -> TypeFinding? {
    guard head.count >= 4, head[0] == UInt8(ascii: "P") else { return nil }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let isBlank = blanks.contains(head[2])
    let isNumber =
      head[3...].first { !blanks.contains($0) }
      .map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "#") } ?? false
    let type: ContentType.ID
    switch head[1] {
    case UInt8(ascii: "1"), UInt8(ascii: "4"): type = "public.pbm"
    case UInt8(ascii: "2"), UInt8(ascii: "5"): type = "public.pgm"
    case UInt8(ascii: "3"), UInt8(ascii: "6"): type = "public.ppm"
    case UInt8(ascii: "F"), UInt8(ascii: "f"): type = "public.pfm"
    case UInt8(ascii: "7"):
      guard head.has("WIDTH", at: 3) || head.has("#", at: 3) else { return nil }
      return TypeFinding(.signature, "public.pam", 0.95, "begins with 'P7'")
    default: return nil
    }
    guard isBlank, isNumber else { return nil }
    return TypeFinding(
      .signature, type, 0.85, "begins with '\(head.ascii(at: 0, count: 2))' and a number")
  }
}
