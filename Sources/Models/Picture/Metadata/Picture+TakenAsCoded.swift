public import ConverterCore

/// For writers that put a ``Picture/coded`` into the file as it is (``Picture/Capabilities/takesCoded``).
extension Picture {
  /// Says in the ledger that pixels and all that stands beside them went along to the byte.
  public func noteTakenAsCoded(in context: ConversionContext) {
    for entry in MetadataPass.keptWhole(of: facts) {
      context.note(entry.what, entry.action, why: entry.why)
    }
    context.note("pixels", .kept, why: "the file goes along as it is coded")
  }

  /// The same picture to be coded from pixels, as its coded form turned out not to be fit: metadata become what the
  /// target carries, and the ledger says so. Of the pixels the writer says what becomes.
  public func notTakenAsCoded(
    by capabilities: Capabilities, in context: ConversionContext
  ) -> Picture {
    var copy = self
    copy.coded = nil
    guard facts.staysAsStored else { return copy }
    copy.facts.staysAsStored = false
    let pass = MetadataPass(
      copy, for: capabilities, options: ConversionOptions(), gainMap: .absent)
    let (metadata, ledger) = pass.run()
    copy.facts.metadata = metadata
    for entry in ledger { context.note(entry.what, entry.action, why: entry.why) }
    return copy
  }
}
