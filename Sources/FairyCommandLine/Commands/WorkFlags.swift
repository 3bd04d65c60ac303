import ArgumentParser
import ConverterCore
import MailboxModel
import Runner
import SystemPackage
import TableModel

/// What is to be converted, into what and where to: on every verb that makes files of files.
struct WorkFlags: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders (with -r), files in archives ('a.zip//*.jpg'), or - for standard input.",
      valueName: "input"))
  var inputs: [PathArgument] = []

  @OptionGroup var target: TargetFlag

  @OptionGroup var place: PlaceFlags

  @Option(
    help: ArgumentHelp(
      "Take the requests from this file instead, one JSON object a line; options here are for lines that leave them unsaid.",
      valueName: "file"))
  var manifest: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Do one part of a manifest: i/n, from 0 or from 1; auto in a Slurm array (also if not said), auto/n in a Kubernetes Job.",
      valueName: "part"))
  var shard: String?

  @OptionGroup var result: ResultFlags

  @OptionGroup(title: "Content") var conversion: ConversionFlags

  @OptionGroup(title: "Documents") var document: DocumentFlags

  @OptionGroup(title: "Documents") var compression: CompressionFlags

  @OptionGroup(title: "Documents") var encryption: EncryptionFlags

  @OptionGroup(title: "Rows and columns") var selection: GroupFlags<TableSelection>

  @OptionGroup(title: "Rows and columns") var limits: LimitFlags

  @OptionGroup(title: "Reading tables") var dialect: GroupFlags<TableDialect>

  @OptionGroup(title: "Reading tables") var text: TextFlags

  @OptionGroup(title: "Messages") var messages: GroupFlags<MessageSelection>

  @OptionGroup(title: "Messages") var index: IndexFlags

  @OptionGroup var others: OtherFlags<GroupsOfConversions>

  @OptionGroup var origin: OriginFlag

  @OptionGroup var reading: ReadingFlags

  func validate() throws {
    if manifest == nil {
      if inputs.isEmpty {
        throw ValidationError("there is nothing to convert: name files or folders")
      }
      if shard != nil {
        throw ValidationError("--shard takes a part of a --manifest, and there is none")
      }
    } else if !inputs.isEmpty || place.output != nil || place.recursive || !target.to.isEmpty {
      throw ValidationError(
        "--manifest says for each file what to do: leave inputs, -r, --to and -o away")
    }
  }

  /// What the words ask for, counted and checked before anything runs.
  ///
  /// - Parameters:
  ///   - sandbox: what stands around the reading of archives, where their files are to be known.
  ///   - streams: whether standard output gets a result while it is made.
  func workload(
    catalog: ContentTypeCatalog, sandbox: Sandbox.Policy, streams: Bool = false
  ) throws -> Workload {
    var options = try conversion.options()
    options.reading = try reading.options()
    try dialect.apply(to: &options)
    text.apply(to: &options.reading)
    origin.apply(to: &options.reading)
    try selection.apply(to: &options)
    options.selection.limit = limits.rows
    try messages.apply(to: &options)
    options.reading.messages.from += origin.senders
    options.reading.messages.to += target.recipients(in: catalog)
    try others.apply(to: &options)
    try index.apply(
      to: &options.reading, of: manifest == nil ? inputs.map(\.input) : [], limits: limits.limits,
      sandbox: sandbox)
    try document.apply(to: &options)
    compression.apply(to: &options)
    try encryption.apply(to: &options)
    if let manifest {
      let (conflict, times) = (result.onConflict, result.keepTimes)
      let (options, limits) = (options, limits.limits)
      let vocabulary = RequestVocabulary(.builtin())
      return try Workload(manifest: manifest, shard: shard, vocabulary: vocabulary) { request in
        if let conflict { request.conflict = conflict }
        request.keepsTimes = times ?? true
        request.options = options
        request.limits = limits
      }
    }
    let type = try target.target(of: inputs, output: place.output, in: catalog)
    let list = EntryListing(command: SealedProcess.command, sandbox: sandbox)
    try checkFolders(become: type)
    if let packing = try packing(into: type, options) { return packing }
    let takesFolders = !place.recursive && Self.takesFolders(type, in: catalog)
    let named = try self.inputs.map { argument in
      try NamedInput(argument, takesFolders: takesFolders) { input throws(ConversionError) in
        try list.files(
          of: Request(
            input: input, target: type, output: .memory, options: options, limits: limits.limits))
      }
    }
    let inputs = InputSequence(named, recursive: place.recursive, excluding: place.output?.path)
    let naming = try OutputNaming(place.output, for: inputs)
    var template = Request(
      input: .standardInput, target: type, output: .standardOutput, conflict: result.onConflict,
      keepsTimes: result.keepTimes ?? true, options: options,
      limits: limits.limits(forOne: inputs.isSingleFile))
    template.isStreamed = streams && naming.isStandardOutput
    let jobs = WalkedJobs(inputs: inputs, naming: naming, template: template)
    let walked =
      takesFolders
      ? nil
      : self.inputs.first { $0.path.isFolder && !$0.path.isReadAsWhole(in: .builtin) }?.path
    var workload = try Workload(jobs, naming: naming, walked: walked)
    workload.notes += result.notes(isPrinted: workload.isPrinted) + place.notes(on: self.inputs)
    return workload
  }

  /// Says of a type that nothing can be made into that, before it says how folders become something else.
  private func checkFolders(become type: ContentType) throws(ConversionError) {
    guard !place.recursive, let folder = inputs.first(where: { !$0.isDash && $0.path.isFolder }),
      Registry.builtin().writer(for: type.id) == nil
    else { return }
    throw ConversionError(
      .noRoute, "fairy cannot write \(type.nameWithArticle); `fairy formats` lists what it can",
      file: folder.path)
  }

  /// Whether a folder as a whole can become `type`: an archive.
  private static func takesFolders(_ type: ContentType, in catalog: ContentTypeCatalog) -> Bool {
    guard let folder = catalog[.folder] else { return false }
    let planner = Converter(registry: .builtin()).planner
    return (try? planner.route(from: folder, to: type)) != nil
  }
}
