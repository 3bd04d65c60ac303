public import ConverterCore

extension Archive: JoinableModel {
  public static let pluralToJoin: String? = "archives"

  /// One archive of what is in several, in their order. Names that repeat are the writer's affair: ``Admission``
  /// gives them numbers.
  public func joined(
    with others: [Archive], in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    let models = [self] + others
    let directories = models.compactMap(\.directory)
    return Archive(
      format: "files", comment: models.lazy.compactMap(\.comment).first,
      isOwn: models.allSatisfy(\.isOwn),
      content: directories.count == models.count
        ? .directory(JoinedDirectory(directories)) : .sequence(JoinedSequence(models)))
  }

  private var directory: (any EntryDirectory)? {
    if case .directory(let directory) = content { directory } else { nil }
  }
}

/// Directories one after the other.
private struct JoinedDirectory: EntryDirectory {
  let entries: [Entry]
  private let parts: [any EntryDirectory]
  /// The index of the first entry of each part.
  private let starts: [Int]

  init(_ parts: [any EntryDirectory]) {
    self.parts = parts
    var entries: [Entry] = []
    var starts: [Int] = []
    for part in parts {
      starts.append(entries.count)
      let start = entries.count
      entries += part.entries.map { entry in
        var moved = entry
        moved.index += start
        return moved
      }
    }
    self.entries = entries
    self.starts = starts
  }

  /// The entry as its own part knows it, and which that is.
  func original(of entry: Entry) -> (part: Int, entry: Entry)? {
    guard let part = starts.lastIndex(where: { $0 <= entry.index }),
      parts[part].entries.indices.contains(entry.index - starts[part])
    else { return nil }
    return (part, parts[part].entries[entry.index - starts[part]])
  }

  func makeReader(of part: Int) throws(ConversionError) -> any EntryReader {
    try parts[part].makeReader()
  }

  func makeReader() -> any EntryReader { JoinedReader(self) }
}

/// Opens the parts that it reads of, when it comes to them.
private final class JoinedReader: EntryReader {
  private let directory: JoinedDirectory
  private var readers: [Int: any EntryReader] = [:]

  init(_ directory: JoinedDirectory) { self.directory = directory }

  func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
    guard let (part, original) = directory.original(of: entry) else {
      throw ConversionError(.internalError, "has no place in the archives that are joined")
    }
    if let reader = readers[part] { return try reader.open(original) }
    let reader = try directory.makeReader(of: part)
    readers[part] = reader
    return try reader.open(original)
  }
}

/// Archives one after the other, of which one at least can only be read from its beginning to its end.
private struct JoinedSequence: EntrySequence {
  let parts: [Archive]
  let byteCount: Int

  init(_ parts: [Archive]) {
    self.parts = parts
    byteCount = parts.reduce(0) { $0 + $1.storedByteCount }
  }

  func makePass() -> any EntryPass { JoinedPass(parts) }
}

private final class JoinedPass: EntryPass {
  private let parts: [Archive]
  private var position = 0
  private var pass: (any EntryPass)?
  private var count = 0

  init(_ parts: [Archive]) { self.parts = parts }

  var fraction: Double {
    guard let pass else { return parts.isEmpty ? 1 : Double(position) / Double(parts.count) }
    return (Double(position - 1) + pass.fraction) / Double(parts.count)
  }

  func next() throws(ConversionError) -> Entry? {
    while true {
      if var entry = try pass?.next() {
        entry.index = count
        count += 1
        return entry
      }
      guard position < parts.count else { return nil }
      pass = try parts[position].makeSequentialPass()
      position += 1
    }
  }

  func open() throws(ConversionError) -> any EntryStream {
    guard let pass else {
      throw ConversionError(.internalError, "has no entry to open")
    }
    return try pass.open()
  }
}

extension Archive {
  /// Bytes of the archive as it is stored, or of what is in it.
  fileprivate var storedByteCount: Int {
    switch content {
    case .directory(let directory):
      directory.entries.reduce(0) { $0 + ($1.compressedByteCount ?? $1.byteCount ?? 0) }
    case .sequence(let sequence): sequence.byteCount
    }
  }
}
