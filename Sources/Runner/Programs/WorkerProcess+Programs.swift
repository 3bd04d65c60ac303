import ConverterCore
import SystemPackage

extension WorkerProcess {
  /// Starts a program that the worker asks for, or says why not.
  ///
  /// - Parameter limits: of the file that it works on.
  func start(_ order: ProgramOrder, among declared: DeclaredPrograms, within limits: Limits) {
    let files = (0..<3).compactMap { _ in channel.takeFile() }
    defer { for file in files { try? file.close() } }
    guard files.count == 3 else { return kill(.protocolViolation) }
    let streams = ProgramStreams(input: files[0], output: files[1], errorOutput: files[2])
    do throws(ConversionError) {
      let report = try programs.start(order, streams, among: declared, within: limits)
      send(.started, with: report)
      try? report.close()
    } catch {
      send((error.cause as? Errno).map { .notStarted($0) } ?? .refused(error))
    }
  }
}
