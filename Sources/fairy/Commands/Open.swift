import ArgumentParser
import ConverterCore

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what is in a file.",
    discussion: "A file that fairy cannot show is named by its type.")

  @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"))
  var file: PathArgument

  @OptionGroup var limits: LimitFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    try FileReport.show([file], limits: limits.limits, sandbox: sandbox, output: output)
  }
}
