import CFuzzer
import FuzzMutators
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

  fileprivate static let structure = mutator(for: selected.name)

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

/// libFuzzer's hook for changes that know the format: one in four is without structure all the same, and so are those
/// of parsers without a mutator.
@_cdecl("LLVMFuzzerCustomMutator")
func changeInput(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32
) -> Int {
  guard let structure = Fuzz.structure, !seed.isMultiple(of: 4) else {
    return LLVMFuzzerMutate(start, count, room)
  }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var lot = Lot(seed: UInt64(seed)) { part, most in changeBytes(part, most) }
  guard let changed = structure.mutate(bytes, &lot), !changed.isEmpty, changed.count <= room else {
    return LLVMFuzzerMutate(start, count, room)
  }
  start.update(from: changed, count: changed.count)
  return changed.count
}

private func changeBytes(_ bytes: [UInt8], _ most: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: max(most, bytes.count, 1)) { room, count in
    guard let start = room.baseAddress else { return }
    start.update(from: bytes, count: bytes.count)
    count = LLVMFuzzerMutate(start, bytes.count, room.count)
  }
}
