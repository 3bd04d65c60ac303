import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct Scan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Makes a searchable PDF of photos of paper.",
    discussion: """
      The page in each photo is found, brought upright, lit evenly, and its words are recognised, so that the PDF can \
      be searched and copied from. Pages come in the order in which photos are named; those of a folder by name. Where \
      no page is found, the whole picture is taken, and it is said. The photos stay as they are.

        fairy scan receipt.jpg -o receipt.pdf
        fairy scan page-*.jpg -o pages.pdf
        fairy scan photos/ --filter bw --languages eng -o batch.pdf

      Without -o the PDF is made beside the first photo, named by the time. Languages are the packages tesseract-ocr-… \
      of Debian. --json prints a line for each page, with its corners in pixels, and one for the result.
      """)

  @Argument(help: ArgumentHelp("Photos, and folders of them.", valueName: "photo"))
  var inputs: [PathArgument]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The PDF to make, a folder for it, or - for standard output.", valueName: "path"))
  var output: PathArgument?

  @OptionGroup var stream: WholeFlag

  @OptionGroup(title: "Pages") var scan: ScanFlags
  @OptionGroup(title: "Pages") var form: PageFormFlags

  @OptionGroup var work: DocumentWork

  func validate() throws {
    if work.result.keepTimes == true {
      throw ValidationError("a scan has no times of one photo: leave --keep-times away")
    }
  }

  func run() throws {
    var options = try work.options()
    scan.apply(to: &options)
    form.apply(to: &options)
    let photos = try ScanInputs(inputs)
    guard let first = photos.all.first else {
      throw ConversionError(.usage, "there is nothing to scan: no picture was found")
    }
    let type = try ContentType.named("pdf", in: .standard)
    let naming = output.map(OutputNaming.init(ofOne:)) ?? .file(beside(first))
    var request = Request(
      input: first, target: type, output: naming.destination(ofMerging: first, into: type),
      conflict: work.result.onConflict, keepsTimes: false, options: options,
      limits: work.limits.limits(forOne: true))
    request.purpose = .merge(Array(photos.all.dropFirst()))
    request.isStreamed = naming.isStandardOutput && !stream.whole
    try stream.check(isPrinted: naming.isStandardOutput)
    var workload = Workload(request, naming: naming)
    workload.notes += photos.notes
    try work.run(workload)
  }

  /// A name by the time, where the first photo is.
  private func beside(_ first: Request.Input) -> FilePath {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var name = [CChar](repeating: 0, count: 64)
    strftime(&name, name.count, "Scan %Y-%m-%d %H.%M.%S.pdf", &parts)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let folder = first.path?.removingLastComponent() ?? ""
    return folder.appending(String(decoding: bytes, as: UTF8.self))
  }
}

/// The photos that are meant by paths of files and folders.
private struct ScanInputs {
  private(set) var all: [Request.Input] = []
  /// What is left out of folders.
  private(set) var notes: [String] = []

  /// - Throws: `readFailed` for folders that cannot be listed.
  init(_ paths: [PathArgument]) throws(ConversionError) {
    for argument in paths {
      guard let path = argument.input.path, argument.input.address == nil, path.isFolder else {
        all.append(argument.input)
        continue
      }
      try addFiles(in: path)
    }
  }

  private mutating func addFiles(in folder: FilePath) throws(ConversionError) {
    var walk = InputSequence([.folder(folder)], recursive: true)
    var leftOut = 0
    var failure: ConversionError?
    while let found = try walk.next(unlisted: { failure = $0 }) {
      guard let path = found.input.path, Self.isPicture(path) else {
        leftOut += 1
        continue
      }
      all.append(found.input)
    }
    if let failure { throw failure }
    guard leftOut > 0 else { return }
    let files =
      leftOut == 1 ? "1 file that is no picture is" : "\(leftOut) files that are no pictures are"
    notes.append("\(folder.display): \(files) left out")
  }

  private static func isPicture(_ path: FilePath) -> Bool {
    guard let word = path.extension?.lowercased() else { return false }
    return ContentTypeCatalog.standard.types(fileExtension: word).contains {
      ContentTypeCatalog.standard.type($0.id, conformsTo: "public.image")
    }
  }
}
