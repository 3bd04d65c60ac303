public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program at work; it ends with this value at the latest.
public final class ToolRun {
  private let name: String
  private let process: any StartedProgram
  let output: ToolPipe
  private let errorOutput: ToolPipe
  private let order: ProgramOrder
  private var hasRunOutOfMemory = false

  init(
    name: String, process: any StartedProgram, output: ToolPipe, errorOutput: ToolPipe,
    order: ProgramOrder
  ) {
    self.name = name
    self.process = process
    self.output = output
    self.errorOutput = errorOutput
    self.order = order
  }

  /// Waits for the end of the program, whose output has been read to its end.
  ///
  /// - Returns: whether it says that all went well.
  /// - Throws: as ``read(into:in:)`` does; `limitExceeded`, too, where it gave up for want of memory.
  public func finish(in context: ConversionContext) throws(ConversionError) -> Bool {
    let status = try waitForEnd(in: context)
    if status & 0x7f == SIGXCPU {
      throw ConversionError.exceeding(
        .init(.seconds, of: context.limits),
        "\(name) used more processor time than the \(order.cpuSeconds) seconds that were left to it; "
          + "raise the limit with --limit seconds=\(context.limits.seconds.multiplied(by: 4))")
    }
    try checkMemory(in: context)
    return status == 0
  }

  private func waitForEnd(in context: ConversionContext) throws(ConversionError) -> Int32 {
    var pause = Pause()
    while true {
      if let status = process.status { return status }
      try context.checkpoint()
      try checkSilence(pause.total, in: context)
      pause.take()
    }
  }

  /// Throws where the program was refused memory, even if it went on without.
  ///
  /// - Throws: `limitExceeded`.
  public func checkMemory(in context: ConversionContext) throws(ConversionError) {
    // What poppler and the libraries of C++ say.
    if !hasRunOutOfMemory {
      let words = errorOutput.everythingPrinted()
      hasRunOutOfMemory = ["ut of memory", "bad_alloc"].contains { words.contains($0) }
    }
    guard hasRunOutOfMemory else { return }
    throw ConversionError.exceeding(
      .init(.tool, of: context.limits),
      "\(name) needs more memory than the \(order.memory) bytes that it may use; "
        + "raise the limit with --limit tool=\(context.limits.tool.multiplied(by: 4))")
  }

  /// Sleeps until there is something to read, and looks now and then whether to go on.
  func waitForOutput(in context: ConversionContext) throws(ConversionError) {
    var polled = pollfd(fd: output.readEnd.rawValue, events: Int16(POLLIN), revents: 0)
    // Counted in sleeps: a time in which both were stopped (Ctrl-Z) is one of them.
    var sleeps = 0
    repeat {
      try context.checkpoint()
      try checkMemory(in: context)
      try checkSilence(.milliseconds(100 * sleeps), in: context)
      sleeps += 1
    } while FilePoll.wait(for: &polled, milliseconds: 100) == 0
  }

  private func checkSilence(
    _ silence: Duration, in context: ConversionContext
  ) throws(ConversionError) {
    let limit = context.limits.stall
    guard silence >= .seconds(limit) else { return }
    throw ConversionError.exceeding(
      .init(.stall, of: context.limits),
      "\(name) gave no output for the stall limit of \(limit) s and was stopped; "
        + "raise the limit with --limit stall=\(limit.multiplied(by: 4))")
  }
}

extension Int {
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, isTooMuch) = multipliedReportingOverflow(by: factor)
    return isTooMuch ? .max : product
  }
}
