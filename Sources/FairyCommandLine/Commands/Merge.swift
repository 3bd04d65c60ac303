import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins documents and pictures into one document, mailboxes or archives into one.",
    discussion: """
      Pages come in the order in which files are named. Each file gets a heading in the outline, with its own \
      outline below; links go on leading to their pages, form fields of the same name stay apart. Pictures \
      become pages without being coded anew where PDF can hold them as they are. In a folder, -o DIR/, the \
      result is named after the first file: cover-merged.pdf.

        fairy merge cover.jpg report.pdf 'annex (2).pdf' -o all.pdf
        fairy merge 2023.mbox 2024.mbox -o both.mbox
        fairy merge photos.zip more.tar.gz -o all.zip
      """)

  @Argument(help: ArgumentHelp("Files, at least one.", valueName: "file"))
  var inputs: [PathArgument]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The document to make, a folder for it, or - for standard output.", valueName: "path"))
  var output: PathArgument

  @OptionGroup var stream: WholeFlag

  @OptionGroup var leniency: KeepGoingFlag

  @OptionGroup var target: TargetFlag

  @OptionGroup(title: "Pages") var document: DocumentFlags
  @OptionGroup var metadata: DocumentMetadataFlag

  @OptionGroup var signatures: SignatureFlag

  @OptionGroup var work: DocumentWork

  func validate() throws {
    if target.to.count > 1 {
      throw ValidationError("fairy merge makes one file: name its type with one --to")
    }
    if work.result.keepTimes == true {
      throw ValidationError(
        "what is merged has no times of one input: leave --keep-times away")
    }
  }

  func run() throws {
    var options = try work.options()
    try document.apply(to: &options)
    signatures.apply(to: &options)
    metadata.apply(to: &options)
    leniency.apply(to: &options)
    let naming = OutputNaming(ofOne: output)
    let word = target.to.last ?? naming.fileExtension ?? "pdf"
    guard let first = inputs.first else {
      throw ConversionError(.usage, "there is nothing to merge: name files")
    }
    let type = try ContentType.named(word, in: .builtin)
    var request = Request(
      input: first.input, target: type,
      output: naming.destination(ofMerging: first.input, into: type),
      conflict: work.result.onConflict,
      keepsTimes: false, options: options, limits: work.limits.limits(forOne: true))
    request.purpose = .merge(inputs.dropFirst().map(\.input))
    request.isStreamed = naming.isStandardOutput && !stream.whole
    try stream.check(isPrinted: naming.isStandardOutput)
    try work.run(Workload(request, naming: naming))
  }
}
