import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

struct Scan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Makes a searchable PDF of photos of paper.",
    discussion: """
      The page in each photo is found, brought upright, lit evenly, and its words are recognised, so that the PDF can \
      be searched and copied from. Pages come in the order in which files are named; those of a folder by the numbers \
      in their names. Pages of a PDF keep their pictures and get the words that they lack. Where \
      no page is found, the whole picture is taken, and it is said. The files stay as they are.

        fairy scan receipt.jpg -o receipt.pdf
        fairy scan page-*.jpg -o pages.pdf
        fairy scan photos/ --filter bw --languages eng -o batch.pdf
        fairy scan --draft receipt.jpg         kept in the library

      --device takes pages from a scanner instead: --device auto --source feeder. Without -o the PDF is made beside \
      the first photo, or here, named by the time. --separator makes several documents of a batch, divided by sheets \
      with a Patch-T code or a barcode: out-1.pdf, out-2.pdf. Languages are the packages \
      tesseract-ocr-… of Debian. --json prints a line for each page, with its corners in pixels, and one for the result.
      """)

  @Argument(
    help: ArgumentHelp(
      "Photos, PDFs, folders of them, files in archives ('a.zip//*.jpg'), or - for standard input.",
      valueName: "photo"))
  var inputs: [PathArgument] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The PDF to make, a folder for it, or - for standard output.", valueName: "path"))
  var output: PathArgument?

  @OptionGroup var draft: DraftFlag

  @OptionGroup var saving: ScanSaving

  @OptionGroup var stream: WholeFlag

  @OptionGroup var leniency: KeepGoingFlag

  @OptionGroup(title: "Pages") var scan: ScanFlags
  @OptionGroup(title: "Pages") var form: ScanFormFlags
  @OptionGroup(title: "Pages") var preset: ScanPresetFlag
  @OptionGroup(title: "Pages") var separation: SeparatorFlag
  @OptionGroup(title: "Scanner") var scanner: ScannerFlags

  @OptionGroup var work: DocumentWork

  func validate() throws {
    if work.result.keepTimes == true {
      throw ValidationError("a scan has no times of one photo: leave --keep-times away")
    }
    if inputs.isEmpty, scanner.device == nil {
      throw ValidationError("there is nothing to scan: name photos, or a scanner with --device")
    }
    if !inputs.isEmpty, scanner.device != nil {
      throw ValidationError("pages come from files or from a scanner (--device), not from both")
    }
  }

  func run() throws {
    if scanner.lists { return try scanner.printList(asJSON: work.output.json) }
    if let word = draft.draft { return try makeDraft(word) }
    let options = try options()
    guard scanner.device != nil else { return try make(try batchOfFiles(), options) }
    let interruption = try DocumentWork.interruption()
    let folder = try PrivateFolder()
    // The sheets are read until the end.
    defer { folder.remove() }
    let sheets = try scanner.scannedSheets(in: folder.path, until: interruption)
    try make(sheets.batch, options, until: interruption)
    let failure = sheets.failure(
      advising: "Put the rest in, scan it, and join both with fairy merge")
    if let failure { throw failure }
  }

  /// What files are to be scanned.
  func batchOfFiles() throws(ConversionError) -> ScanBatch {
    let photos = try ScanInputs(
      inputs, besides: output.flatMap { $0.isDash ? nil : $0.path },
      sandbox: work.bulk.sandbox.policy, limits: work.limits.limits)
    guard let first = photos.all.first else {
      for note in photos.notes { Console.standard.note("fairy: \(note)") }
      throw ConversionError(.usage, "there is nothing to scan: no picture and no PDF was found")
    }
    return ScanBatch(inputs: photos.all, notes: photos.notes, folder: folder(of: first))
  }

  private func options() throws -> ConversionOptions {
    var options = try work.options()
    scan.apply(to: &options)
    form.apply(to: &options)
    preset.apply(to: &options)
    scanner.apply(to: &options)
    leniency.apply(to: &options)
    try saving.check(
      options, output: output, readsStandardInput: inputs.contains(where: \.isDash),
      isDryRun: work.dryRun)
    try separation.check(
      options, output: output, readsStandardInput: inputs.contains(where: \.isDash))
    return options
  }

  /// What options are called here that have keys of `--set` for others.
  var typed: [String: String] { scan.typed.merging(form.typed) { first, _ in first } }

  private func folder(of input: Request.Input) -> FilePath {
    switch input {
    case .file(let path), .entry(let path, _): path.removingLastComponent()
    case .standardInput: ""
    }
  }
}

/// What one scan is made of.
struct ScanBatch {
  let inputs: [Request.Input]
  /// What the user should hear before it begins.
  var notes: [String] = []
  /// Where the result goes when nobody says where.
  let folder: FilePath
  /// What people are told instead of the names of files that they do not know.
  var names: [FilePath: FilePath] = [:]
}

/// How small the pictures of a scan become.
struct ScanPresetFlag: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How small pictures become, once their words are read: small (72 dpi, q 0.4), balanced (100 dpi, q 0.6), high (150 dpi, q 0.8), none. Black and white stays exact. (default: none)",
      valueName: "preset"),
    transform: { try TypedValue.choice($0) })
  var preset: CompressionFlags.Preset?

  func apply(to options: inout ConversionOptions) {
    if let preset { options.settings["preset"] = preset.rawValue }
  }
}
