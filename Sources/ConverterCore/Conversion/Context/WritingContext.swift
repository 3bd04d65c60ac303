/// What is handed to a writer: what every step gets, what is known of the output, and what only a writer tells of it.
public struct WritingContext: StepContext {
  public let conversion: ConversionContext
  private let account: OutputAccount

  /// The context of a writer of something else than the output, such as a picture inside it or a trial: what the writer
  /// tells is not told of the output of the conversion.
  public init(_ conversion: ConversionContext) {
    self.init(conversion, of: OutputAccount())
  }

  /// - Parameter account: gets what the writer tells.
  init(_ conversion: ConversionContext, of account: OutputAccount) {
    (self.conversion, self.account) = (conversion, account)
  }

  /// Whether it is only to be said what would be done: writers announce more than they note themselves.
  public var isPlanning: Bool { conversion.isPlanning }

  /// Bytes of all input files.
  public var readByteCount: Int? { conversion.readByteCount }

  /// What happened to each part of the file, in the format's own terms.
  public var receipt: JSONValue? {
    get { account.receipt }
    nonmutating set { account.receipt = newValue }
  }

  /// Whether the output mends what is wrong with the input, so that the input cannot stand for it. It is for what may
  /// be found only while the file is written.
  public var mendsInput: Bool {
    get { account.mendsInput }
    nonmutating set { account.mendsInput = newValue }
  }
}

extension ConversionContext {
  /// The context for the writer of the output itself. It is internal, so that no other writer can report on the output.
  var forWriter: WritingContext { WritingContext(self, of: output) }
}
