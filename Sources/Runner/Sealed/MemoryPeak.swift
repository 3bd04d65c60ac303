import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension rusage {
  /// The most memory that was held at a time, in bytes.
  var memoryPeak: Int {
    #if canImport(Glibc)
      Int(ru_maxrss) * 1024
    #else
      Int(ru_maxrss)
    #endif
  }

  /// What this process has used so far.
  static var ofThisProcess: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }
}

extension Limits {
  /// Whether a process that held so much is likely to have met the limit.
  func isNearMemory(_ peak: Int) -> Bool { Double(peak) > 0.9 * Double(memory) }

  /// What the limit may be raised to.
  var moreMemory: Int { memory.clampedProduct(2) }
}

extension Outcome {
  /// Turns a failure that may come from a lack of memory into one that says so.
  ///
  /// A C library that gets no memory often says that the file is damaged; a process that came near its
  /// limit knows better.
  mutating func blameMemory(_ limits: Limits) {
    guard case .failed(let error) = status,
      [.damagedInput, .unsupportedContent, .internalError].contains(error.code)
    else { return }
    status = .failed(
      ConversionError(
        .limitExceeded,
        "ran short of memory, whose limit is \(limits.memory) bytes (\(error.message)); "
          + "raise the limit with --limit memory=\(limits.moreMemory)",
        file: error.file))
  }
}
