import ConverterCore
import Runner
import SystemPackage

/// All that one run is to do.
struct Workload {
  let jobs: any JobSource
  /// How many files there are.
  let files: Int
  /// The sizes of the inputs together; an estimate where there are many.
  let bytes: Int
  /// Folders whose files are missing from the run; each is a failure.
  let unlisted: [ConversionError]
  /// Whether folders are made for outputs.
  let makesFolders: Bool
  /// The folder that the results of a walk go to: the journal stands beside it.
  let folder: FilePath?
  /// What the user should hear before it begins.
  var notes: [String] = []

  /// Whether one file is named, which gets neither summary nor journal.
  var isSingle: Bool { files == 1 && folder == nil }

  /// - Parameter walked: the first folder, when folders are walked.
  /// - Throws: `usage` when two inputs would be written to one output.
  init(
    _ jobs: WalkedJobs, naming: OutputNaming, walked: FilePath?
  ) throws(ConversionError) {
    if case .standardOutput = naming, Console.isTerminal {
      throw ConversionError(
        .usage, "standard output is a terminal; name a file with -o, or send it somewhere: | or >")
    }
    var listed = jobs
    try listed.inputs.open()
    var unlisted: [ConversionError] = []
    let survey = try Survey(
      of: listed.inputs, naming: naming, target: jobs.template.target
    ) { unlisted.append($0) }
    self.jobs = listed
    files = survey.files
    bytes = survey.bytes.total
    self.unlisted = unlisted
    switch naming {
    case .folder(let folder):
      makesFolders = true
      self.folder = walked == nil ? nil : folder
    case .besideInput, .file, .standardOutput:
      makesFolders = false
      folder = walked.flatMap { $0.isFolder ? $0 : nil }
    }
  }
}
