internal import ConverterCore

/// A visit of entries that come one after the other.
struct SequenceVisit {
  private let sequence: any EntrySequence
  private let admission: Admission
  private let context: ConversionContext
  private let body: DirectoryVisit.Body
  private let budget: ExpansionBudget

  init(
    _ sequence: any EntrySequence, _ admission: Admission, _ context: ConversionContext,
    _ body: @escaping DirectoryVisit.Body
  ) {
    self.sequence = sequence
    self.admission = admission
    self.context = context
    self.body = body
    budget = ExpansionBudget(context.limits, compressedByteCount: sequence.byteCount)
  }

  func run() throws(ConversionError) {
    let pass = try sequence.makePass()
    while let entry = try next(of: pass) {
      try context.checkpoint(pass.fraction)
      guard let admitted = try admission.admit(entry) else { continue }
      do throws(ConversionError) {
        try body(
          admitted,
          ContentSource(origin: .pass(pass), entry: admitted, budget: budget, context: context))
      } catch {
        try context.leaveOut(admitted, error, admission, budget)
      }
    }
    try admission.finish()
  }

  /// The next entry; `nil` after the last, and where the rest is left out because it cannot be read.
  private func next(of pass: any EntryPass) throws(ConversionError) -> Entry? {
    do throws(ConversionError) {
      return try pass.next()
    } catch {
      try admission.leaveOutRest(error)
      return nil
    }
  }
}
