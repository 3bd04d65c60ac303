import CProcessShims
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much a process may take from the system, held by the kernel.
///
/// They are the last line of defence, for code that does not count what it uses; ``ConverterCore/Limits`` refuses
/// earlier, with a sentence that names the limit. A supervisor sets them for its workers, which can set none
/// themselves.
public struct ResourceLimits: Equatable, Sendable {
  /// Bytes of private memory; an allocation past it fails, which ends a Swift program.
  public var memory: Int?
  /// Processor time, of all threads together, beyond what was used before; the process is sent SIGXCPU past it.
  public var cpuSeconds: Int?
  /// Bytes of a file that is written; a write past it fails with "file too large".
  public var fileSize: Int?
  /// Descriptors that may be open at a time.
  public var openFiles: Int?

  /// What a process takes beside the memory that conversions are held to: data of the program and its
  /// libraries, and stacks of a codec's threads (x265 starts more than one a core), which count as a
  /// whole, 8 MiB, though little of them is used. Small pictures need 48 MiB on two cores.
  static var headroom: Int {
    128 << 20 + max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) * 16 << 20
  }

  public init(
    memory: Int? = nil, cpuSeconds: Int? = nil, fileSize: Int? = nil, openFiles: Int? = nil
  ) {
    self.memory = memory
    self.cpuSeconds = cpuSeconds
    self.fileSize = fileSize
    self.openFiles = openFiles
  }

  /// The limits of one request on so many threads.
  init(_ limits: Limits, threads: Int) {
    self.init(
      memory: limits.memory, cpuSeconds: limits.seconds.clampedProduct(threads),
      fileSize: limits.output, openFiles: Assignment.mostFiles)
  }

  /// Sets them for a process and those that it starts from then on. No limit is set higher than the process has it
  /// already.
  ///
  /// Memory, the size of files and their number are set for good. Processor time is not, so that a process can be
  /// given more for its next file.
  ///
  /// - Parameters:
  ///   - process: one of this user; `nil` is the calling one.
  ///   - used: the processor time that it has used, in seconds.
  public func apply(to process: Int32? = nil, afterSeconds used: Int = 0) {
    func set(_ resource: Resource, to value: Int, forGood: Bool = true) {
      fairy_lower_limit(process ?? 0, Self.number(resource), UInt64(clamping: value), forGood)
    }
    // A core dump would hold the user's pictures.
    set(RLIMIT_CORE, to: 0)
    if let memory { set(RLIMIT_DATA, to: memory.clampedSum(Self.headroom)) }
    if let openFiles { set(RLIMIT_NOFILE, to: openFiles) }
    if let fileSize { set(RLIMIT_FSIZE, to: fileSize) }
    if let cpuSeconds { set(RLIMIT_CPU, to: used.clampedSum(cpuSeconds), forGood: false) }
  }

  /// Whether a process that has these limits can be given others: none may be higher.
  func covers(_ others: ResourceLimits) -> Bool {
    (memory ?? .max) >= (others.memory ?? .max) && (fileSize ?? .max) >= (others.fileSize ?? .max)
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
    private static func number(_ resource: Resource) -> Int32 { Int32(resource.rawValue) }
  #else
    private typealias Resource = Int32
    private static func number(_ resource: Resource) -> Int32 { resource }
  #endif
}
