import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The programs that run for one worker.
///
/// Whoever waits for a worker waits for ``descriptors``, too, and calls ``attend()`` afterwards.
final class WorkerPrograms {
  /// How many may run at a time. A worker that compares two documents has two renderers.
  private static let most = 8
  /// Of a program's arguments.
  private static let mostArguments = 100
  private static let mostArgumentBytes = 1 << 16

  private var running: [ConfinedProgram] = []

  /// What to wait for.
  var descriptors: [FileDescriptor] { running.flatMap(\.descriptors) }

  /// How long to wait at most: kernels before 5.3 do not say when a process has ended.
  var longestWait: Duration? { running.contains(where: \.needsLooking) ? .milliseconds(5) : nil }

  /// Starts a program.
  ///
  /// - Parameter limits: of the conversion that it is for.
  /// - Returns: a pipe that gives the program's status once it has ended; the program is ended when it is closed.
  /// - Throws: `internalError`, with an `Errno` as its cause where the system did not start it.
  func start(
    _ order: ProgramOrder, _ streams: ProgramStreams, among declared: DeclaredPrograms,
    within limits: Limits
  ) throws(ConversionError) -> FileDescriptor {
    guard declared.contains(order.program) else {
      throw .refusing(order, "no plugin declares it")
    }
    try check(order)
    let input = try streams.checkedInput(of: order)
    defer { if input != streams.input { try? input.close() } }
    let checked = ProgramStreams(
      input: input, output: streams.output, errorOutput: streams.errorOutput)
    makeRoom()
    guard running.count < Self.most else {
      throw .refusing(order, "\(running.count) programs are at work for this file already")
    }
    let order = order.within(limits, input: input)
    do {
      let (readEnd, writeEnd) = try FileDescriptor.pipe()
      for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
      do throws(Errno) {
        running.append(
          try ConfinedProgram(order, checked, among: declared, report: writeEnd))
      } catch {
        try? readEnd.close()
        try? writeEnd.close()
        throw error
      }
      return readEnd
    } catch {
      throw .starting(order.program, error as? Errno ?? .ioError)
    }
  }

  /// Ends programs that are not wanted any more, and tells the worker about those that have ended.
  func attend() {
    for program in running { program.attend() }
    running.removeAll(where: \.isOver)
  }

  /// Ends all; ``attend()`` sees to what is left of them.
  func end() {
    for program in running { program.kill() }
  }

  /// Ends all and sees that they have ended. One that the kernel cannot end now, on a file system that hangs, is left
  /// to whoever started this process.
  func reap() {
    end()
    waitForKilled()
    running = []
  }

  /// A worker that has given up a program may ask for another before the first has ended.
  private func makeRoom() {
    attend()
    if running.count >= Self.most { waitForKilled() }
  }

  private func waitForKilled() {
    attend()
    let end = ContinuousClock.now + .seconds(1)
    while running.contains(where: \.isKilled), ContinuousClock.now < end {
      var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
      FilePoll.wait(for: &polled, milliseconds: 5)
      attend()
    }
  }

  private func check(_ order: ProgramOrder) throws(ConversionError) {
    let bytes = order.arguments.reduce(0) { $0.clampedSum($1.utf8.count) }
    guard order.arguments.count <= Self.mostArguments, bytes <= Self.mostArgumentBytes else {
      throw .refusing(order, "it is given too many arguments")
    }
    guard !order.arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw .refusing(order, "an argument holds a null byte")
    }
  }
}

extension ConversionError {
  static func refusing(_ order: ProgramOrder, _ why: String) -> ConversionError {
    ConversionError(.internalError, "\(order.program.string) may not be started: \(why)")
  }
}
