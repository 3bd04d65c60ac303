import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

struct Split: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Takes a document apart.",
    discussion: """
      Parts stand beside the document, or in -o, each named after it and its pages; one part with -o cut.pdf \
      is that file. A part has the headings \
      of the outline that lead into it, and nothing of the other pages. Without a rule each page is a part.

        fairy split book.pdf                              a file a page
        fairy split book.pdf --pages 1-3,7 -o cut.pdf     one part
        fairy split book.pdf --pages 1-9 --pages 10-z     two parts
        fairy split book.pdf --at-outline -o chapters/
      """)

  @Argument(help: ArgumentHelp("A document, or - for standard input.", valueName: "file"))
  var file: PathArgument

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A folder for the parts, what their names begin with (part.pdf), or - for one part to standard output.",
      valueName: "path"))
  var output: PathArgument?

  @Option(
    help: ArgumentHelp(
      "One part of these pages, 1-3,7,z-5,:odd; several times for several parts.",
      valueName: "ranges"),
    transform: { try PageRanges(parsing: $0) })
  var pages: [PageRanges] = []

  @Flag(help: "A part for each page.")
  var each = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Parts of so many pages.", valueName: "n"))
  var every: Int?

  @Flag(help: "A part for each heading of the outline's first level.")
  var atOutline = false

  @Option(
    help: ArgumentHelp("Parts of at most this size, such as 5MB.", valueName: "size"),
    transform: { try ByteCount(parsing: $0).value })
  var maxSize: Int?

  /// For a message that helps more than a word that looks like it.
  @Option(help: .hidden)
  var to: String?

  @OptionGroup(title: "Pages") var form: PageFormFlags

  @OptionGroup var signatures: SignatureFlag

  @OptionGroup var stream: WholeFlag

  @OptionGroup var work: DocumentWork

  func validate() throws {
    let rules = [
      ("--pages", !pages.isEmpty), ("--each", each), ("--every", every != nil),
      ("--at-outline", atOutline), ("--max-size", maxSize != nil),
    ].filter(\.1).map(\.0)
    if let last = rules.last, rules.count > 1 {
      let others = rules.dropLast().joined(separator: ", ")
      throw ValidationError("\(others) and \(last) are different ways to split: choose one")
    }
    if to != nil {
      throw ValidationError(
        "split keeps the type of the document: leave --to away, and use convert for another type")
    }
    if let every, every < 1 { throw ValidationError("--every takes a number of pages from 1") }
  }

  private var division: Request.Division {
    if !pages.isEmpty { return .pages(pages) }
    if atOutline { return .outline }
    if let maxSize { return .size(maxSize) }
    return .every(every ?? 1)
  }

  func run() throws {
    var options = try work.options()
    form.apply(to: &options)
    signatures.apply(to: &options)
    let naming = try naming
    try stream.check(isPrinted: naming.isStandardOutput)
    var request = Request(
      input: file.input, target: try .named(ContentType.ID.data.rawValue, in: .builtin),
      output: naming.destination(ofParts: file.input), conflict: work.result.onConflict,
      keepsTimes: work.result.keepTimes ?? true,
      options: options, limits: work.limits.limits(forOne: true))
    request.purpose = .split(division)
    request.namesEachPart = naming.namesEachPart
    try work.run(Workload(request, naming: naming))
  }

  private var naming: OutputNaming {
    get throws {
      guard let output else {
        guard case .file = file.input else {
          throw ConversionError(
            .usage, "the place for the parts is missing: name a folder with -o DIR/")
        }
        return .besideInput
      }
      // Without an extension it is no name of a document.
      guard output.isDash || output.path.extension != nil else {
        return .folder(output.path, isAlone: true)
      }
      return OutputNaming(ofOne: output)
    }
  }
}
