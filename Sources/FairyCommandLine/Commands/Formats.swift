import ArgumentParser
import ConverterCore

struct Formats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Shows what can be read and written, and with which options.")

  @Argument(help: "A type: its options and what it can become.")
  var type: String?

  @OptionGroup var output: OutputFlags

  @Flag(help: ArgumentHelp("A Markdown table, for the documentation.", visibility: .hidden))
  var markdown = false

  func run() throws {
    let table = FormatTable(registry: .builtin(), catalog: .builtin)
    if let type {
      let row = table.row(try ContentType.named(type, in: .builtin))
      Console.standard.print(output.json ? row.json.description : row.text)
    } else if output.json {
      for row in table.rows { Console.standard.print(row.json.description) }
    } else {
      Console.standard.print(markdown ? table.markdown : table.text)
    }
    try Console.standard.check()
  }
}
