public import SystemPackage

/// One conversion as it is asked for.
public struct Request: Sendable {
  /// Where the bytes to be converted come from.
  public enum Input: Sendable, Equatable {
    /// A file, or a folder where that can be converted.
    case file(FilePath)
    /// A file in an archive.
    case entry(FilePath, EntryAddress)
    case standardInput
  }

  /// What becomes of the input.
  public enum Purpose: Sendable, Equatable {
    /// It becomes a file of ``target``.
    case convert
    /// It becomes a smaller file of its own type, whatever ``target`` says; where it would not be smaller, the
    /// output is the input itself.
    case compress
    /// It and these become one file, in this order.
    case merge([Input])
    /// It and these become one archive, each as it is; folders with all that they contain.
    case pack([Input])
    /// It becomes several files of its own type, whatever ``target`` says.
    case split(Division)

    /// Whether the output is of the input's own type.
    public var keepsType: Bool {
      switch self {
      case .convert, .merge, .pack: false
      case .compress, .split: true
      }
    }

    /// The inputs beside the first.
    public var furtherInputs: [Input] {
      switch self {
      case .merge(let inputs), .pack(let inputs): inputs
      case .convert, .compress, .split: []
      }
    }
  }

  /// How a document is taken apart.
  public enum Division: Sendable, Equatable {
    /// A part for each of these choices of pages; a part of all pages where there is none.
    case pages([PageRanges])
    /// Parts of so many pages.
    case every(Int)
    /// A part for each heading of the outline's first level.
    case outline
    /// Parts of at most so many bytes.
    case size(Int)
  }

  /// What is converted.
  public var input: Input
  /// What becomes of it.
  public var purpose = Purpose.convert
  /// Which pages of the inputs are meant where these are merged, by the places of the inputs: 0 is ``input``, 1 the
  /// first beside it. All pages of those that are not in it.
  public var inputPages: [Int: PageRanges] = [:]
  /// The type that it is converted to.
  public var target: ContentType
  /// Where the result goes.
  public var output: OutputFile.Destination
  /// Whether names of parts begin with ``output`` even where there is only one part; otherwise a single part is that
  /// file.
  public var namesEachPart = false
  /// Whether standard output gets the result while it is made, where the format allows that; otherwise it gets the
  /// whole at the end.
  public var isStreamed = false
  /// What happens when something is there already.
  @Named public var conflict = OutputFile.ConflictPolicy.fail
  /// Whether the output gets the input's access and modification times.
  public var keepsTimes: Bool
  /// How it is converted.
  public var options: ConversionOptions
  /// How much the conversion may use.
  public var limits: Limits
  /// Whether an input that no route leads from, or that has the target's type and place already, is
  /// skipped rather than failed: right for files that a folder walk found.
  public var skipsUnsuitable: Bool
  /// What is done about options that do not apply to the input.
  public var unusedOptions = UnusedOptionPolicy.note

  /// A conversion; for another purpose, set ``purpose``.
  ///
  /// - Parameters:
  ///   - input: what is converted.
  ///   - target: the type that it is converted to.
  ///   - output: where the result goes.
  ///   - conflict: what happens when something is there already; `nil` where nobody says it, which counts as `fail`.
  ///   - keepsTimes: whether the output gets the input's access and modification times.
  ///   - options: how it is converted.
  ///   - limits: how much the conversion may use.
  ///   - skipsUnsuitable: whether an input that cannot be converted, or need not be, is skipped rather than failed.
  public init(
    input: Input, target: ContentType, output: OutputFile.Destination,
    conflict: OutputFile.ConflictPolicy? = nil, keepsTimes: Bool = true,
    options: ConversionOptions = ConversionOptions(), limits: Limits = .standard,
    skipsUnsuitable: Bool = false
  ) {
    self.input = input
    self.target = target
    self.output = output
    self.keepsTimes = keepsTimes
    self.options = options
    self.limits = limits
    self.skipsUnsuitable = skipsUnsuitable
    // Before all others are set it would be an initial value, which nobody named.
    if let conflict { self.conflict = conflict }
  }
}

/// How a conversion ended.
public struct Outcome: Sendable {
  /// Whether there is a result.
  public enum Status: Sendable {
    /// The outputs are written.
    case done
    /// It would be done, if this were not a dry run.
    case planned
    /// Nothing was written, on purpose; the text says why.
    case skipped(String)
    /// It was not done: nothing was written, unless ``Outcome/isPartial`` says so.
    case failed(ConversionError)
  }

  /// Whether there is a result.
  public var status: Status
  /// The input, as in the request.
  public var input: Request.Input
  /// The inputs beside the first, where several become one.
  public var furtherInputs: [Request.Input] = []
  /// Which pages of the inputs were meant, as in ``Request/inputPages``.
  public var inputPages: [Int: PageRanges] = [:]
  /// The files written: the picture, then what `--set images=all` adds. Empty for standard output.
  public var outputs: [FilePath] = []
  /// What the input is; `nil` where it failed before that was known.
  public var source: ContentType?
  /// The type of the outputs; `nil` where it failed before that was known.
  public var target: ContentType?
  /// The names of the steps: `HEIF`, `Picture`, `JPEG`.
  public var route: [String] = []
  /// Bytes of all inputs.
  public var bytesIn = 0
  /// When a file in an archive was last changed, in nanoseconds since 1970, where the archive says it.
  public var inputModified: Int?
  /// Bytes of all outputs.
  public var bytesOut = 0
  /// How long the conversion took.
  public var duration = Duration.zero
  /// What was kept, changed, dropped and added.
  public var ledger: [LedgerEntry] = []
  /// What happened to each part of the file, in the format's own terms, where a writer reports it.
  public var receipt: JSONValue?
  /// Things the user should know that lose nothing.
  public var warnings: [String] = []
  /// What was asked for and made no difference.
  public var unused: [UnusedOption] = []
  /// What a plan says of the work, where it was only to be planned.
  public var forecast: Forecast?
  /// Whether there are outputs although it failed: what was bad was left out of them.
  public var isPartial = false
  /// Whether it comes from the journal of an earlier run.
  public var isEarlier = false

  public init(_ status: Status, input: Request.Input) {
    self.status = status
    self.input = input
  }
}
