public import ConverterCore

extension Archive: FileContainer {
  public static let plural = "archives"

  /// The file at `path`, or where a link leads that is there.
  ///
  /// Of several entries of that name it is the first, as it is the one that keeps its name when the archive
  /// is unpacked. Contents up to 64 MiB are held whole. Of larger ones a part is held, and what lies
  /// before that is read again from the beginning; see ``StreamedContent``.
  ///
  /// - Throws: `inputNotFound`, `unsafeEntry` for a link that leads out of the archive or in a circle, and
  ///   what reading the content throws.
  public func file(
    at path: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> InputFile {
    let wanted = EntryPath(path.inNormalFormC).normalized
    let opener = try EntryLookup(content, context).find(wanted)
    let name = String(decoding: opener.entry.path.lastComponent, as: UTF8.self)
    let times = opener.entry.modified.map {
      FileTimes(modified: $0.systemSeconds, nanoseconds: $0.nanoseconds)
    }
    if opener.entry.byteCount ?? 0 <= StreamedContent.smallest,
      let whole = try opener.whole(upTo: StreamedContent.smallest)
    {
      return InputFile(bytes: whole, name: name, times: times)
    }
    return InputFile(content: try StreamedContent(opener), name: name, times: times)
  }

  /// The same archive with nothing in it but what `pattern` names; entries keep their paths.
  ///
  /// Of a sequence the first match is looked for, which reads the archive up to there.
  ///
  /// - Throws: `inputNotFound` when that is nothing.
  public func narrowed(
    to pattern: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    let pattern = EntryPattern(bytes: pattern)
    let narrowed: Content
    switch content {
    case .directory(let directory):
      let entries = directory.entries.filter { pattern.matches($0.path) }
      guard !entries.isEmpty else { throw .noEntry(pattern) }
      narrowed = .directory(NarrowedDirectory(entries: entries, whole: directory))
    case .sequence(let sequence):
      let result = NarrowedSequence(whole: sequence, pattern: pattern)
      guard try result.makePass().next() != nil else { throw .noEntry(pattern) }
      narrowed = .sequence(result)
    }
    return Archive(format: format, comment: comment, nameEncoding: nameEncoding, content: narrowed)
  }

  /// The paths of the files that `pattern` names, in the order of the archive, each once.
  ///
  /// Those with unsafe paths are passed over with a warning.
  public func files(
    matching pattern: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> [(path: [UInt8], byteCount: Int?)] {
    let pattern = EntryPattern(bytes: pattern)
    var seen: Set<EntryPath> = []
    var files: [(path: [UInt8], byteCount: Int?)] = []
    try forEachListed(in: context) { (entry) throws(ConversionError) in
      guard entry.kind == .file || entry.kind == .hardLink, pattern.matches(entry.path) else {
        return true
      }
      if let hazard = entry.path.hazard {
        context.warn("\(hazard.error(of: entry.path).message); it was passed over")
        return true
      }
      let path = entry.path.normalized
      if seen.insert(path).inserted {
        files.append((path.bytes, entry.kind == .file ? entry.byteCount : nil))
      }
      return true
    }
    return files
  }

  /// Gives every entry to `body`, without contents, in order, until it returns false.
  ///
  /// - Throws: `limitExceeded` for more than ``Limits/entries``.
  package func forEachListed(
    in context: ConversionContext, _ body: (Entry) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    switch content {
    case .directory(let directory):
      let entries = directory.entries
      try Admission.check(count: entries.count, context.limits)
      for entry in entries where try !body(entry) { return }
    case .sequence(let sequence):
      let pass = try sequence.makePass()
      var count = 0
      while let entry = try pass.next() {
        count += 1
        try Admission.check(count: count, context.limits)
        try context.checkpoint(pass.fraction)
        guard try body(entry) else { return }
      }
    }
  }
}
