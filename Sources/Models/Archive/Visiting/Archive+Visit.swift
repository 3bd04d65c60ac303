public import ConverterCore

extension Archive {
  /// Gives every admitted entry and its content to `body`.
  ///
  /// Entries of a directory are all admitted, in the order of the archive, before the first is visited, so
  /// that a wrong name ends the conversion before anything is written. Then up to
  /// ``ConverterCore/ConversionContext/threads`` threads visit them, each taking the next one, so `body` must make the
  /// folders that an entry needs. Entries of a sequence are admitted and visited one by one, in order.
  ///
  /// An error of `body` goes to ``Admission/leaveOut(_:_:)``: it ends the visit, or the visit goes on
  /// with the next entry, so `body` takes back what it made of an entry before it throws. Errors of the
  /// output and of the archive as a whole always end the visit.
  ///
  /// ``Admission/finish()`` is called by this.
  public func forEachEntry(
    _ admission: Admission, in context: ConversionContext,
    _ body: @escaping @Sendable (Entry, ContentSource) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    switch content {
    case .directory(let directory):
      try DirectoryVisit(directory, admission, context, body).run()
    case .sequence(let sequence):
      try SequenceVisit(sequence, admission, context, body).run()
    }
  }
}

extension ConversionContext {
  /// Leaves an entry out after `error`, unless it is one that the next entry would meet as well.
  func leaveOut(
    _ entry: Entry, _ error: ConversionError, _ admission: Admission, _ budget: ExpansionBudget
  ) throws(ConversionError) {
    if error.code == .limitExceeded {
      guard !budget.isExhausted else { throw error }
      // Where the time is up, this throws.
      try checkpoint()
    }
    try admission.leaveOut(entry, error)
  }
}
