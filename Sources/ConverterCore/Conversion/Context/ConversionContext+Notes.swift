/// What is said of the conversion.
extension ConversionContext {
  /// What has been kept, changed, dropped or added so far, in order; of many entries of one kind the first few,
  /// and how many more there are.
  public var ledger: [LedgerEntry] { notebook.entries.summarised }

  /// Things the user should know that lose nothing: "named .HEIC but holds a JPEG picture".
  public var warnings: [String] { notebook.warnings.texts }

  /// Notes in the ledger what becomes of a part of the content.
  ///
  /// - Parameters:
  ///   - what: a stable word, as in ``LedgerEntry/what``.
  ///   - action: what becomes of it.
  ///   - why: the reason, for people; `nil` where nothing needs saying.
  public func note(_ what: String, _ action: LedgerEntry.Action, why: String? = nil) {
    notebook.note(LedgerEntry(what, action, why: why))
  }

  /// Tells the user something that loses nothing, in a sentence without the name of the file.
  public func warn(_ text: String) { notebook.warn(text) }

  /// Warns of a part, or of all parts at once where many are alike.
  public func warn(_ warning: PartWarning) { notebook.warn(warning) }

  /// Warns of what another context of the same conversion warned of.
  package func adoptWarnings(of other: ConversionContext) {
    notebook.warn(other.notebook.warnings)
  }

  /// What made no difference, each option once, whether it was asked for or not.
  var unused: [UnusedOption] { notebook.unused }

  /// What was asked for reading and made no difference.
  package var unusedOfReading: [UnusedOption] {
    let asked = Set(reading.asked.map(\.rawValue)).union(reading.settings.keys)
    return unused.filter { asked.contains($0.option) }
  }

  func noteUnused(_ option: UnusedOption) { notebook.noteUnused(option) }

  /// - Throws: why the input is not to be converted, where its reader says so.
  func checkRefusal() throws(ConversionError) {
    if let refusal = input.refusal { throw refusal }
  }

  /// Begins a new ledger, where what was noted did not happen.
  func forgetLedger() { notebook.forgetEntries() }

  /// Takes over what was noted in the context of a trial that turned out well.
  ///
  /// - Parameters:
  ///   - word: what is left out.
  ///   - ofFurtherPart: whether others noted of other parts before: an option is unused only if it is for all.
  package func adopt(
    _ trial: ConversionContext, but word: String? = nil, ofFurtherPart: Bool = false
  ) {
    notebook.note(trial.notebook.entries.filter { $0.what != word })
    adoptWarnings(of: trial)
    let unused = trial.unused
    if ofFurtherPart {
      notebook.keepUnused(among: Set(unused.map(\.option)))
    } else {
      for option in unused { noteUnused(option) }
    }
  }

  /// The same of a trial whose result is the output: its receipt is that of the output.
  func adoptResult(
    of trial: ConversionContext, but word: String? = nil, ofFurtherPart: Bool = false
  ) {
    adopt(trial, but: word, ofFurtherPart: ofFurtherPart)
    output.receipt = trial.output.receipt
  }

  /// What was left out because it was bad (`--keep-going`), in order.
  package var omissions: [ConversionError] { notebook.omissions }

  /// Goes on without a part of the input, which makes the conversion one that failed in part.
  ///
  /// - Parameter what: the part, as the ledger names it: "entry docs/a.txt".
  public func leaveOut(_ what: String, _ error: ConversionError) {
    note(what, .dropped, why: error.message)
    notebook.leaveOut(error)
  }

  /// Pages whose words are missing because recognising them went wrong, in order.
  package var unreadPages: [ConversionError] { notebook.unreadPages }

  /// Goes on without the words of a page, which makes the conversion one that failed in part.
  ///
  /// - Parameter number: of the page, from 1.
  public func leaveOutWords(ofPage number: Int, _ error: ConversionError) {
    let message = "the words of page \(number) are not recognised: \(error.message)"
    note("words of page \(number)", .dropped, why: message)
    notebook.leaveOutPage(ConversionError(.damagedInput, message))
  }
}
