import ArgumentParser
import ConverterCore
import PictureModel
import Runner
import SystemPackage

struct Compress: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compress",
    abstract: "Makes files smaller and keeps their type.",
    discussion: """
      A PDF keeps its text, drawings, links, outline, forms and attachments; its pictures get no more pixels \
      than they need, and the coding that suits them. Without -o the result stands beside the input, \
      scan.pdf → scan-compressed.pdf. What cannot be made smaller stays as it is. Of one file a table says what \
      each picture was and became, or why it was left alone; --json has all of it as "receipt".

        fairy compress scan.pdf                          100 dpi, quality 0.6
        fairy compress scan.pdf --preset high -o out.pdf
        fairy compress report.pdf --max-size 5MB
        fairy compress photo.jpg                         the same pixels, coded better
        fairy compress photo.jpg --preset small          quality 0.5, never above its own
        fairy compress -r letters/ -o small/
      """)

  @Argument(
    help: ArgumentHelp("Files, folders (with -r), or - for standard input.", valueName: "file"))
  var inputs: [PathArgument]

  @OptionGroup var place: PlaceFlags

  @OptionGroup var quality: QualityFlags

  @OptionGroup(title: "Documents") var compression: CompressionFlags
  @OptionGroup(title: "Documents") var choice: GroupFlags<PageSelection>
  @OptionGroup(title: "Documents") var metadata: DocumentMetadataFlag

  @OptionGroup var stream: WholeFlag

  @OptionGroup var work: DocumentWork

  func run() throws {
    var options = try work.options()
    quality.apply(to: &options)
    // A smaller file is to show the same picture.
    options.hdr = .keep
    compression.apply(to: &options)
    try choice.apply(to: &options)
    metadata.apply(to: &options)
    let named = try inputs.map { argument in
      try NamedInput(argument, takesFolders: false) { _ throws(ConversionError) in
        throw ConversionError(
          .usage, "is a file in an archive: unpack it first", file: argument.path)
      }
    }
    let sequence = InputSequence(named, recursive: place.recursive, excluding: place.output?.path)
    let naming = try OutputNaming(place.output, for: sequence)
    try stream.check(isPrinted: naming.isStandardOutput)
    var template = Request(
      input: .standardInput, target: try .named(ContentType.ID.data.rawValue, in: .builtin),
      output: .standardOutput, conflict: work.result.onConflict,
      keepsTimes: work.result.keepTimes ?? true,
      options: options, limits: work.limits.limits(forOne: sequence.isSingleFile))
    template.purpose = .compress
    let jobs = WalkedJobs(inputs: sequence, naming: naming, template: template)
    let walked = inputs.first { $0.path.isFolder }?.path
    var workload = try Workload(jobs, naming: naming, walked: walked)
    workload.notes += place.notes(on: inputs)
    try work.run(workload)
  }
}
