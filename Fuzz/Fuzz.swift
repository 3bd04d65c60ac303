import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A parser of ours and how arbitrary bytes reach it. Each must end, in bounded memory, with a result
/// or a `ConversionError`.
struct Parser: Sendable {
  let name: String
  let parse: @Sendable ([UInt8]) -> Void

  static let all: [Parser] = [
    Parser(name: "detection") { bytes in
      let detector = Detector(catalog: .standard)
      for name in [nil, "a.csv", "a.json", "a.heic"] {
        _ = try? detector.detect(InputFile(bytes: bytes, name: name))
      }
    },
    Parser(name: "exif") { bytes in
      _ = Exif.orientation(in: bytes)
    },
    .reader("heif", "public.heic"),
    .reader("png", "public.png"),
    .reader("jpeg", "public.jpeg"),
  ]
}

/// Called by libFuzzer with each input; `FAIRY_FUZZ_PARSER` names the parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  selected.parse(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let selected: Parser = {
  let name = getenv("FAIRY_FUZZ_PARSER").map { String(cString: $0) } ?? ""
  guard let parser = Parser.all.first(where: { $0.name == name }) else {
    print("FAIRY_FUZZ_PARSER names one of: \(Parser.all.map(\.name).joined(separator: " "))")
    exit(64)
  }
  return parser
}()
