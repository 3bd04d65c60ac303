import ArgumentParser
import ConverterCore

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what is in a file.",
    discussion: """
      A file that fairy cannot show is named by its type.

        fairy open photos.zip                    the tree of an archive
        fairy open photos.zip//2024/             a part of it
        fairy open photos.zip//2024/a.heic       a file in it
      """)

  @Argument(
    help: ArgumentHelp(
      "A file, a folder, a file in an archive (a.zip//b.jpg), or - for standard input.",
      valueName: "file"))
  var file: PathArgument

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var limits: LimitFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    var look = try Look(
      at: [file], limits: limits.limits, reading: reading, sandbox: sandbox, output: output,
      terminal: Terminal.find())
    try look.printContents()
    // What was looked at need not be given back piece by piece.
    withExtendedLifetime(look) { Self.exit() }
  }
}
