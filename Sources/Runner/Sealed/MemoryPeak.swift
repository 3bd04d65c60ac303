import ConverterCore
import SystemPackage

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
}

/// The most memory that this process has held, which never falls.
///
/// `ru_maxrss` begins with what the parent held, so it only tells when it is worth to look closer.
struct MemoryPeak {
  private var known = 0

  /// Whether the memory came near the limit since the last time that this was asked.
  mutating func cameNear(_ limits: Limits) -> Bool {
    let usage = ChildProcess.ownUsage
    guard limits.isNearMemory(usage.memoryPeak) else { return false }
    let peak = Self.highWaterMark ?? usage.memoryPeak
    defer { known = max(known, peak) }
    return peak > known && limits.isNearMemory(peak)
  }

  /// `VmHWM` of proc(5), in bytes; `nil` where there is none.
  private static var highWaterMark: Int? {
    guard let file = try? FileDescriptor.open(FilePath("/proc/self/status"), .readOnly) else {
      return nil
    }
    defer { try? file.close() }
    let bytes = try? file.bytes(atMost: 4096)
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("VmHWM:") }?.split { $0 == " " || $0 == "\t" }
    return words.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0.clampedProduct(1024) }
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
      ConversionError.exceeding(
        .init(.memory, of: limits),
        "ran short of memory, whose limit is \(limits.memory) bytes (\(error.message)); "
          + "raise the limit with --limit memory=\(limits.moreMemory)",
        file: error.file))
  }
}
