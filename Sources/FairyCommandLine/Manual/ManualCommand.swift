import ArgumentParser
import ConverterCore

/// Prints a page of the manual in mdoc(7), for `scripts/install`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Prints a page of the manual in mdoc(7).",
    shouldDisplay: false)

  @Argument(help: "The verb that the page explains; without one, the page of fairy itself.")
  var verb: String?

  @Flag(help: "Print the names of all pages instead, one a line: fairy, fairy-convert.")
  var list = false

  func run() throws {
    let program = try VerbHelp.ofProgram()
    let verbs = program.verbs.filter(\.isShown)
    if list {
      for verb in [program] + verbs {
        Console.standard.print(ManualPage.name(of: verb, in: program))
      }
    } else if let verb {
      guard let help = verbs.first(where: { $0.name == verb }) else {
        throw ConversionError(.usage, "there is no verb \"\(verb)\"; fairy --help lists them")
      }
      print(ManualPage(of: help, in: program))
    } else {
      print(ManualPage(of: program, in: program))
    }
    try Console.standard.check()
  }

  private func print(_ page: ManualPage) {
    Console.standard.print(bytes: Array(page.mdoc.utf8))
  }
}
