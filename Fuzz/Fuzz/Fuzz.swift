import CFuzzer
import FuzzParsers

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Feeds libFuzzer's inputs to the parser that `FAIRY_FUZZ_PARSER` names; lists the parsers where nothing does.
@main
struct Fuzz {
  private static let selected: Parser = {
    let names = Parser.all.map(\.name).joined(separator: " ")
    guard let name = getenv("FAIRY_FUZZ_PARSER").map({ String(cString: $0) }) else {
      print(names)
      exit(0)
    }
    guard let parser = Parser.all.first(where: { $0.name == name }) else {
      print("FAIRY_FUZZ_PARSER is \"\(name)\", which is none of: \(names)")
      exit(64)
    }
    return parser
  }()

  static func main() {
    // libFuzzer takes an exit for a crash, and what was printed for lost.
    _ = selected
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
      Fuzz.selected.parse(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
    exit(status)
  }
}
