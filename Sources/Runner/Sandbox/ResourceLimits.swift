import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much a process may take from the system, held by the kernel.
///
/// They are the last line, for code that does not count; ``ConverterCore/Limits`` refuses earlier, with
/// a sentence that names the limit.
public struct ResourceLimits: Sendable {
  /// Bytes of private memory; an allocation past it fails, which ends a Swift program.
  public var memory: Int?
  /// Processor time, of all threads together; the process is sent SIGXCPU past it.
  public var cpuSeconds: Int?
  /// Bytes of a file that is written; a write past it fails with "file too large".
  public var fileSize: Int?
  public var openFiles: Int?

  /// What a process takes beside the memory that conversions are held to: data of the program and its
  /// libraries, and stacks of a codec's threads (x265 starts more than one a core), which count as a
  /// whole, 8 MiB, though little of them is used. Small pictures need 48 MiB on two cores.
  private static var headroom: Int {
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

  /// Sets them for this process and those it starts. No limit is set higher than the system has it
  /// already. Processor time counts from now on.
  ///
  /// - Parameter forGood: whether they can only be lowered later; a process that does one file after
  ///   the other sets them anew for each.
  public func apply(forGood: Bool = true) {
    // A core dump would hold the user's pictures.
    set(RLIMIT_CORE, to: 0)
    if let memory {
      set(RLIMIT_DATA, to: memory.clampedSum(Self.headroom), forGood: forGood)
    }
    if let openFiles { set(RLIMIT_NOFILE, to: openFiles, forGood: forGood) }
    if let fileSize {
      // The write that goes too far is to fail, not to end the process.
      signal(SIGXFSZ, SIG_IGN)
      set(RLIMIT_FSIZE, to: fileSize, forGood: forGood)
    }
    if cpuSeconds != nil { Self.hearProcessorTime() }
    armProcessorTime()
  }

  /// Lets SIGXCPU through where whoever started the process blocks or ignores it, as threads of
  /// libraries for concurrency do.
  private static func hearProcessorTime() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXCPU)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    if Interruption.isIgnored(SIGXCPU) { signal(SIGXCPU, SIG_DFL) }
  }

  /// Allows ``cpuSeconds`` from now on, in a process that does one file after the other.
  public func armProcessorTime() {
    guard let cpuSeconds else { return }
    set(RLIMIT_CPU, to: ProcessorTime.begunSeconds.clampedSum(cpuSeconds), forGood: false)
  }

  /// Lowers a limit for good, or moves the one that warns below the one that the system has.
  private func set(_ resource: Resource, to value: Int, forGood: Bool = true) {
    let number = Self.number(resource)
    var limit = rlimit()
    guard getrlimit(number, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(clamping: value), forGood ? limit.rlim_cur : limit.rlim_max)
    if forGood { limit.rlim_max = limit.rlim_cur }
    setrlimit(number, &limit)
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
    private static func number(_ resource: Resource) -> Int32 { Int32(resource.rawValue) }
  #else
    private typealias Resource = Int32
    private static func number(_ resource: Resource) -> Int32 { resource }
  #endif
}
