/// What is handed to a reader: what every step gets, and what only a reader tells of the input.
public struct ReadingContext: StepContext {
  public let conversion: ConversionContext
  private let account: InputAccount

  /// The context of a reader of something else than the input, such as a picture inside it or a file that was just
  /// written: what the reader tells is not told of the input of the conversion.
  public init(_ conversion: ConversionContext) {
    self.init(conversion, of: InputAccount())
  }

  /// - Parameter account: gets what the reader tells.
  init(_ conversion: ConversionContext, of account: InputAccount) {
    (self.conversion, self.account) = (conversion, account)
  }

  /// Whether the content is only looked at: what would cost a pass over all of it may then be guessed from
  /// its beginning.
  public var isViewing: Bool { conversion.isViewing }

  /// Bytes of an input that is no file: of all files in a folder.
  public var inputByteCount: Int? {
    get { account.byteCount }
    nonmutating set { account.byteCount = newValue }
  }

  /// Whether the input had to be repaired to be read, so that it cannot stand for a result.
  public var inputIsDamaged: Bool {
    get { account.isDamaged }
    nonmutating set { account.isDamaged = newValue }
  }

  /// Why the input is not to be converted as it was read: most of it would be left out. Verbs that only look at the
  /// file take no notice of it.
  public var refusal: ConversionError? {
    get { account.refusal }
    nonmutating set { account.refusal = newValue }
  }
}

extension ConversionContext {
  /// The context for the reader of the input itself. It is internal, so that no other reader can report on the input.
  var forReader: ReadingContext { ReadingContext(self, of: input) }
}
