public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program of the system that does a part of a conversion, such as rendering a page.
///
/// A plugin declares it (``Registry/declare(program:)``), and a supervisor starts no other for its workers. It reads its
/// standard input and answers on its standard output. Started by a supervisor, it runs in a sandbox of its own, in which
/// it can read nothing else but the system's libraries and fonts, and start nothing.
public struct ExternalTool: Sendable {
  /// Its absolute path.
  public let program: FilePath
  /// The package of Debian that has it.
  public let package: String

  public init(_ program: FilePath, package: String) {
    self.program = program
    self.package = package
  }

  /// Only some work needs the program.
  ///
  /// - Parameter purpose: that work, as "pages as pictures".
  public func required(for purpose: String) -> SystemRequirement {
    SystemRequirement(name, package: package, purpose: purpose) {
      program.allows(X_OK)
    }
  }

  /// The last part of its path.
  private var name: String { program.lastComponent?.string ?? program.string }

  /// Starts the program.
  ///
  /// It gets the processor time that is left to the conversion, the memory of ``Limits/tool`` beside its input,
  /// which it may hold twice, and ends with the process at the latest, however that ends.
  ///
  /// - Parameters:
  ///   - arguments: those after its name.
  ///   - input: what it reads on its standard input.
  /// - Throws: `missingLibrary` where it is not installed; `internalError` where the system starts no process.
  public func start(
    _ arguments: [String], input: ToolInput, in context: ConversionContext
  ) throws(ConversionError) -> ToolRun {
    let output = try ToolPipe()
    let errorOutput = try ToolPipe(isLossy: true)
    let source = try input.open()
    defer { source.end() }
    let order = ProgramOrder(
      program, arguments, cpuSeconds: Self.cpuSeconds(in: context),
      memory: Self.memory(for: input, within: context.limits))
    let process = try process(
      order,
      ProgramStreams(
        input: source.descriptor, output: output.writeEnd, errorOutput: errorOutput.writeEnd),
      context.launcher ?? DirectPrograms())
    output.closeWriteEnd()
    errorOutput.closeWriteEnd()
    context.sendHeartbeat()
    return ToolRun(
      name: name, process: process, output: output, errorOutput: errorOutput, order: order)
  }

  private func process(
    _ order: ProgramOrder, _ streams: ProgramStreams, _ launcher: any ProgramLauncher
  ) throws(ConversionError) -> any StartedProgram {
    do throws(ConversionError) {
      return try launcher.start(order, streams)
    } catch {
      guard let reason = error.cause as? Errno else { throw error }
      // Where no program may be started, as none is installed, there is no telling why.
      guard FileIdentity(path: program) != nil else {
        throw ConversionError(
          .missingLibrary,
          "needs \(program.string), which is not installed; install the package \(package)",
          cause: reason)
      }
      guard reason == .permissionDenied else { throw error }
      throw ConversionError(
        .missingLibrary,
        "needs \(program.string), which cannot be started (\(reason)); install the Debian package "
          + package,
        cause: reason)
    }
  }

  private static func memory(for input: ToolInput, within limits: Limits) -> Int {
    let (twice, isTooMuch) = input.byteCount.multipliedReportingOverflow(by: 2)
    let (memory, isMore) = limits.tool.addingReportingOverflow(twice)
    return isTooMuch || isMore ? .max : memory
  }

  /// What is left of the conversion's time, on each of its threads.
  private static func cpuSeconds(in context: ConversionContext) -> Int {
    let left = max(0, context.timeLeft.components.seconds)
    // The second that has begun counts.
    let (seconds, isEndless) = Int(clamping: left).addingReportingOverflow(1)
    let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: context.threads)
    return isEndless || isTooMuch ? .max : product
  }
}
