import ArgumentParser
import ConverterCore
import MailboxModel
import Runner
import TableModel

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows type, size, dimensions and metadata of files.")

  @Argument(
    help: ArgumentHelp(
      "Files, files in archives (a.zip//b.jpg), or - for standard input.", valueName: "file"))
  var files: [PathArgument]

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "See it as this, where there is a choice: table, tree; of photos and documents page, words.",
      valueName: "model"))
  var model: String?

  @OptionGroup(title: "Reading tables") var dialect: GroupFlags<TableDialect>

  @OptionGroup(title: "Reading tables") var text: TextFlags

  @OptionGroup var others: OtherFlags<GroupsOfFacts>

  @OptionGroup var origin: OriginFlag

  @OptionGroup var settings: SettingFlags

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var limits: LimitFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func validate() throws {
    try limits.checkNoRows(for: "info")
  }

  func run() throws {
    var options = ConversionOptions()
    options.reading = try reading.options()
    options.settings = settings.values
    try dialect.apply(to: &options)
    text.apply(to: &options.reading)
    try others.apply(to: &options)
    origin.apply(to: &options.reading)
    options.reading.messages.from = origin.senders
    var look = Look(
      .facts, of: files, as: model, limits: limits.limits(forOne: files.count == 1),
      options: options, sandbox: sandbox, output: output)
    try look.show()
  }
}
