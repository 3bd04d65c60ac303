import ArgumentParser
import ConverterCore

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows type, size, dimensions and metadata of files.")

  @Argument(help: ArgumentHelp("Files, or - for standard input.", valueName: "file"))
  var files: [PathArgument]

  @OptionGroup var limits: LimitFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    try FileReport.show(files, limits: limits.limits, sandbox: sandbox, output: output)
  }
}
