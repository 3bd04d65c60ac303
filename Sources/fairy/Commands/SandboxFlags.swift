public import ArgumentParser
import ConverterCore
public import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `--sandbox`, on every verb that reads a file.
struct SandboxFlags: ParsableArguments {
  @Option(
    name: .customLong("sandbox"),
    help: ArgumentHelp(
      "The sandbox that files are read in: require all of it, auto (what the system has of it) or off.",
      valueName: "policy"))
  var policy = Sandbox.Policy.auto

  /// Enters a sandbox in which nothing can be reached but the inputs and the system's libraries: no other
  /// file, no network, no program that no plugin has declared, no other process.
  ///
  /// Called when the words are understood, before a byte is read and before threads are started.
  ///
  /// - Returns: the inputs, to be opened inside.
  func enter(
    reading inputs: [Request.Input], limits: Limits = .standard, registry: Registry
  ) throws(ConversionError) -> [SandboxedInput] {
    let resources = resources(within: limits)
    let prepared = inputs.map { SandboxedInput($0, resources: resources) }
    Self.note(try Sandbox(resources: resources).enter(policy))
    return prepared
  }

  /// The same for one input.
  func enter(
    reading input: Request.Input, limits: Limits = .standard, registry: Registry
  ) throws(ConversionError) -> SandboxedInput {
    try enter(reading: [input], limits: limits, registry: registry)[0]
  }

  /// Enters the same sandbox, but every file can be read.
  ///
  /// - Returns: what is to be armed anew for each file.
  func enterReadingAnything(
    limits: Limits, registry: Registry
  ) throws(ConversionError) -> ResourceLimits? {
    let resources = resources(within: limits)
    Self.note(
      try Sandbox(resources: resources).enter(policy))
    return resources
  }

  private func resources(within limits: Limits) -> ResourceLimits? {
    guard policy != .off else { return nil }
    // A reader that hangs does not look at the clock.
    signal(SIGXCPU) { _ in
      let words: StaticString =
        "fairy: took too long; raise the limit with --limit seconds=NUMBER\n"
      write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ConversionError.Code.limitExceeded.status)
    }
    // Rows are counted on all cores.
    let (seconds, overflow) = limits.seconds.multipliedReportingOverflow(by: Cores.available)
    return ResourceLimits(memory: limits.memory, cpuSeconds: overflow ? .max : seconds)
  }

  /// Says once which parts of the sandbox the system lacks.
  static func note(_ missing: [String]) {
    guard !missing.isEmpty else { return }
    Console.standard.note("fairy: \(Sandbox.note(ofMissing: missing))")
  }
}

extension Sandbox.Policy: ExpressibleByArgument {}

/// `--reuse-workers`, on every verb that works on many files.
struct ReuseFlags: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Let a worker process read any of the files, one after the other. (default: only your own; a file that was downloaded or belongs to another user gets a process of its own)"
    ))
  var reuseWorkers: Bool?

  var reuse: WorkerReuse {
    switch reuseWorkers {
    case nil: .ownFiles
    case true?: .all
    case false?: .none
    }
  }
}
