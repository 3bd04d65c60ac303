public import ArchiveModel
public import ConverterCore

/// Shows what is in an archive: as a tree for people, an entry a line for scripts, a folder at a time in a session.
public struct ArchiveViewer: SessionViewer {
  public let key = "archive"

  public init() {}

  /// What the directory says; of a sequence, whose entries would have to be read, only the format.
  ///
  /// - Throws: what is wrong with the archive as a whole.
  public func facts(
    of model: Archive, in context: ConversionContext
  ) throws(ConversionError) -> [Fact] {
    var facts = [Fact("format", "Format", model.format.printable, json: .string(model.format))]
    switch model.content {
    case .directory(let directory):
      var tally = ArchiveTally()
      for entry in directory.entries { tally.add(entry, isUnsafe: entry.isUnsafe) }
      facts += self.facts(of: tally)
    case .sequence(let sequence):
      if let fault = sequence.fault { throw fault }
      facts.append(
        Fact(
          "compressedBytes", "Size", sequence.byteCount.sizeText, json: .integer(sequence.byteCount)
        ))
    }
    if let encoding = model.nameEncoding {
      facts.append(
        Fact(
          "nameEncoding", "Names", "\(encoding.name.printable) (\(encoding.percent)% sure)",
          json: .string(encoding.name)))
      facts.append(
        Fact("nameEncodingConfidence", nil, "", json: .number(encoding.confidence.hundredths)))
    }
    if let comment = model.comment, !comment.isEmpty {
      facts.append(Fact("comment", "Comment", comment.printable, json: .string(comment)))
    }
    return facts
  }

  private func facts(of tally: ArchiveTally) -> [Fact] {
    func number(_ key: String, _ label: String?, _ value: Int) -> Fact {
      Fact(key, label, "\(value)", json: .integer(value))
    }
    func size(_ key: String, _ label: String, _ value: Int, isKnown: Bool) -> Fact {
      Fact(
        key, isKnown ? label : nil, value.sizeText, json: isKnown ? .integer(value) : .null)
    }
    var facts = [
      number("entries", "Entries", tally.entries), number("files", "Files", tally.files),
      number("folders", tally.folders > 0 ? "Folders" : nil, tally.folders),
      number("links", tally.links > 0 ? "Links" : nil, tally.links),
      size("bytes", "Contents", tally.bytes, isKnown: tally.knowsBytes),
      size(
        "compressedBytes", "Compressed", tally.compressedBytes, isKnown: tally.knowsCompressedBytes),
      number("encrypted", tally.encrypted > 0 ? "Encrypted" : nil, tally.encrypted),
    ]
    if tally.unsafe > 0 { facts.append(number("unsafe", "Unsafe", tally.unsafe)) }
    facts.append(
      Fact(
        "methods", tally.methods.isEmpty ? nil : "Methods",
        tally.methods.map(\.printable).joined(separator: ", "),
        json: .array(tally.methods.map { .string($0) })))
    return facts
  }

  /// Shows all entries. Lines for scripts come while the archive is read; a tree has to know them all.
  ///
  /// An error in the middle of the archive is thrown after what comes before it has been shown.
  public func show(
    _ model: Archive, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    if page.isJSON {
      var lines = EntryLines(page)
      try lines.show(model, in: context)
      return true
    }
    let (entries, failure) = try entries(of: model, in: context)
    context.keep(entries)
    var lines = OutlineLines(entries, on: page)
    try lines.show(summary: OutlineSummary.lines(model, lines.tally))
    if let failure { throw failure }
    return true
  }

  public func session(
    of model: Archive, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    let (entries, failure) = try entries(of: model, in: context)
    return ArchiveSession(entries, of: model, failure: failure)
  }

  private func entries(
    of model: Archive, in context: ConversionContext
  ) throws(ConversionError) -> ([Entry], ConversionError?) {
    if case .directory(let directory) = model.content {
      let entries = directory.entries
      try Admission.check(count: entries.count, context.limits)
      return (entries, nil)
    }
    var entries: [Entry] = []
    do throws(ConversionError) {
      try model.forEachListed(in: context) { entry in
        entries.append(entry)
        return true
      }
    } catch {
      guard !entries.isEmpty else { throw error }
      return (entries, error)
    }
    return (entries, nil)
  }
}

extension Double {
  /// The number to two decimal places.
  fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
