import ArgumentParser
import ConverterCore

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows type, size, dimensions and metadata of files.")

  @Argument(
    help: ArgumentHelp(
      "Files, files in archives (a.zip//b.jpg), or - for standard input.", valueName: "file"))
  var files: [PathArgument]

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var limits: LimitFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    var look = try Look(
      at: files, limits: limits.limits, reading: reading, sandbox: sandbox, output: output)
    try look.printFacts()
  }
}
