import ArgumentParser
import ConverterCore
import MailboxModel
import PictureModel
import Runner
import TableModel

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Shows what is in a file.",
    discussion: """
      A file that fairy cannot show is named by its type.

        fairy open photos.zip                    the tree of an archive
        fairy open photos.zip//2024/             a part of it
        fairy open photos.zip//2024/a.heic       a file in it
        fairy open report.pdf                    its first page, facts and outline
        fairy open mail.mbox --from anna --after 30d    messages; one with --message 12
        fairy open mail.mbox --index --search 'budget meeting'    at once, once there is an index
        fairy open receipt.jpg --as page         the page that a scan finds in it, and its words
        fairy open data.csv --limit 20 --filter 'city=~^Ber' --sort -price
      """)

  @Argument(
    help: ArgumentHelp(
      "A file, a folder, a file in an archive (a.zip//b.jpg), or - for standard input.",
      valueName: "file"))
  var file: PathArgument

  @Option(
    help: ArgumentHelp(
      "Full takes the whole terminal, plain prints lines without pictures.", valueName: "how"))
  var view = PageDescription.View.auto

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "See it as this, where there is a choice: table, tree; of photos and documents page, words.",
      valueName: "model"))
  var model: String?

  @OptionGroup var pages: GroupFlags<PageSelection>

  @OptionGroup(title: "Rows and columns") var selection: GroupFlags<TableSelection>

  @OptionGroup(title: "Rows and columns") var limits: LimitFlags

  @OptionGroup(title: "Reading tables") var dialect: GroupFlags<TableDialect>

  @OptionGroup(title: "Reading tables") var text: TextFlags

  @OptionGroup(title: "Messages") var messages: GroupFlags<MessageSelection>

  @OptionGroup(title: "Messages") var recipients: RecipientFlag

  @OptionGroup(title: "Messages") var index: IndexFlags

  @OptionGroup var others: OtherFlags<GroupsOfViews>

  @OptionGroup var origin: OriginFlag

  @OptionGroup var settings: SettingFlags

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func validate() throws {
    if view == .full, output.json {
      throw ValidationError("--json and --view full contradict each other")
    }
  }

  func run() throws {
    var options = ConversionOptions()
    options.reading = try reading.options()
    options.settings = settings.values
    try pages.apply(to: &options)
    try selection.apply(to: &options)
    options.selection.limit = limits.rows
    try dialect.apply(to: &options)
    text.apply(to: &options.reading)
    origin.apply(to: &options.reading)
    try messages.apply(to: &options)
    options.reading.messages.from += origin.senders
    options.reading.messages.to += recipients.words
    try others.apply(to: &options)
    try index.apply(
      to: &options.reading, of: [file.input], limits: limits.limits, sandbox: sandbox.policy)
    let terminal = try terminal()
    var look = Look(
      .contents, of: [file], as: model, limits: limits.limits(forOne: true), options: options,
      sandbox: sandbox, output: output,
      page: PageDescription(output, view: view, terminal: terminal), terminal: terminal)
    look.shown = { RecentCommand.remember($0, $1, $2) }
    try look.show()
  }

  /// The terminal that a viewer may take as a whole.
  private func terminal() throws -> Terminal? {
    let terminal = view == .plain || output.json ? nil : Terminal.find()
    guard view != .full || terminal != nil else {
      throw ConversionError(.usage, "--view full needs a terminal to show it on")
    }
    return terminal
  }
}
