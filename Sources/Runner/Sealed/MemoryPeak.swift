import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The most memory that this process has held at a time.
///
/// A C library that gets no memory often says that the file is damaged. A process that came near its
/// limit knows better; and as the peak never falls, it ends after the file.
enum MemoryPeak {
  static func isNear(_ limit: Int) -> Bool {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      let peak = Int(usage.ru_maxrss) * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      let peak = Int(usage.ru_maxrss)
    #endif
    return Double(peak) > 0.9 * Double(limit)
  }
}

extension Outcome {
  /// Turns a failure that may come from a lack of memory into one that says so.
  mutating func blameMemory(limit: Int) {
    guard case .failed(let error) = status,
      [.damagedInput, .unsupportedContent, .internalError].contains(error.code)
    else { return }
    status = .failed(
      ConversionError(
        .limitExceeded,
        "ran short of memory, whose limit is \(limit) bytes (\(error.message)); "
          + "raise the limit with --limit memory=\(limit.multipliedReportingOverflow(by: 2).partialValue)",
        file: error.file))
  }
}
