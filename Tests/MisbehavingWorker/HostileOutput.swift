import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What code that took a worker over does with files that it was granted.
enum HostileOutput: String {
  /// Length without bytes, up to 8 TiB.
  case sparse
  /// Room on the disk behind the end.
  case behindTheEnd = "behind-the-end"
  /// More bytes than the limit, and no end.
  case writeOn = "write-on"
  /// A program that runs as its owner.
  case makeProgram = "make-program"
  case scratchOn = "scratch-on"
  case scratchFiles = "scratch-files"

  static func abuse(
    _ output: OutputFile, as words: [String], in context: ConversionContext
  ) throws(ConversionError) {
    guard let way = words.first.flatMap(HostileOutput.init(rawValue:)), let file = output.descriptor
    else { return }
    raiseFileSize()
    switch way {
    case .sparse: ftruncate(file.rawValue, 1 << 43)
    case .behindTheEnd: takeRoom(behind: file)
    case .writeOn: fill(file)
    case .makeProgram: fchmod(file.rawValue, 0o4777)
    case .scratchOn:
      // Each is within the limit for a file.
      var files: [OutputFile] = []
      for _ in 0..<8 {
        files.append(try context.scratch())
        let block = [UInt8](repeating: 1, count: 900_000)
        if let file = files.last?.descriptor { _ = try? file.writeAll(block) }
      }
      while true { sleep(1) }
    case .scratchFiles:
      var files: [OutputFile] = []
      while true { files.append(try context.scratch()) }
    }
  }

  /// 16 MiB, without making the file longer (FALLOC_FL_KEEP_SIZE).
  private static func takeRoom(behind file: FileDescriptor) {
    typealias Allocate = @convention(c) (Int32, Int32, Int, Int) -> Int32
    // glibc hides it behind _GNU_SOURCE.
    guard let symbol = dlsym(nil, "fallocate") else { return }
    _ = unsafeBitCast(symbol, to: Allocate.self)(file.rawValue, 1, 0, 16 << 20)
  }

  /// Tries to have more than the supervisor has set.
  private static func raiseFileSize() {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  private static func fill(_ file: FileDescriptor) {
    let block = [UInt8](repeating: 1, count: 1 << 20)
    for _ in 0..<16 { _ = try? file.writeAll(block) }
    while true { sleep(1) }
  }
}
