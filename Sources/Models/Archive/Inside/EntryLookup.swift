internal import ConverterCore

/// Finds an entry by its path, through the links of the archive.
struct EntryLookup {
  private let content: Archive.Content
  private let context: ConversionContext

  init(_ content: Archive.Content, _ context: ConversionContext) {
    self.content = content
    self.context = context
  }

  /// - Throws: `inputNotFound`, `unsafeEntry`.
  func find(_ wanted: EntryPath) throws(ConversionError) -> EntryOpener {
    var path = wanted
    for _ in 0...max(1, context.limits.nesting) {
      let found = try look(for: path)
      guard let opener = found.exact else {
        path = try redirected(path, by: found.link, from: wanted)
        continue
      }
      switch opener.entry.kind {
      case .file: return opener
      case .link: path = try redirected(path, by: opener, from: wanted)
      case .hardLink: path = EntryPath(opener.entry.linkTarget ?? []).normalized
      case .folder:
        throw ConversionError(
          .inputNotFound,
          "\(wanted.shown) is a folder in the archive; \"\(wanted.shown.dropFirst().dropLast())/*\" "
            + "names what is in it")
      case .device:
        throw ConversionError(
          .unsafeEntry, "the entry \(path.shown) is a device, pipe or socket; none is ever read")
      }
    }
    throw ConversionError(.unsafeEntry, "the link \(wanted.shown) leads in a circle")
  }

  /// Looks once through the archive for the entry, and for a link that is a folder above it.
  private func look(
    for path: EntryPath
  ) throws(ConversionError) -> (exact: EntryOpener?, link: EntryOpener?) {
    var link: EntryOpener?
    var isFolder = false
    func isWanted(_ entry: Entry) -> Bool {
      let candidate = entry.path.normalized
      if candidate == path { return true }
      if candidate.bytes.count > path.bytes.count {
        isFolder = isFolder || candidate.isBelow(path)
      } else if link == nil, entry.kind == .link, path.isBelow(candidate) {
        link = opener(entry, 0)
      }
      return false
    }
    var folder: Entry?
    var position = 0
    switch content {
    case .directory(let directory):
      for entry in directory.entries where isWanted(entry) {
        if entry.kind != .folder { return (opener(entry, 0), nil) }
        folder = entry
      }
    case .sequence(let sequence):
      let pass = try sequence.makePass()
      while let entry = try pass.next() {
        try context.checkpoint()
        try Admission.check(count: position + 1, context.limits)
        if isWanted(entry) {
          if entry.kind != .folder { return (opener(entry, position), nil) }
          folder = entry
        }
        if link?.entry.index == entry.index { link = opener(entry, position) }
        position += 1
      }
    }
    if isFolder, folder == nil { folder = Entry(index: -1, path: path, kind: .folder) }
    return (folder.map { opener($0, 0) }, link)
  }

  private func opener(_ entry: Entry, _ position: Int) -> EntryOpener {
    EntryOpener(entry: entry, position: position, content: content, context: context)
  }

  /// The path with a link in it replaced by where the link leads.
  private func redirected(
    _ path: EntryPath, by link: EntryOpener?, from wanted: EntryPath
  ) throws(ConversionError) -> EntryPath {
    guard let link else {
      throw .noEntry(EntryPattern(bytes: wanted.bytes))
    }
    let place = link.entry.path.normalized
    let target: [UInt8]
    if let known = link.entry.linkTarget {
      target = known
    } else if let read = try link.whole(upTo: 4095) {
      target = read
    } else {
      throw ConversionError(
        .unsafeEntry, "the link \(place.shown) has a target of more than 4095 bytes")
    }
    try LinkTarget.check(target, of: place)
    var components = place.components.dropLast().map { Array($0) }
    for component in target.split(separator: 0x2F) where !component.elementsEqual([0x2E]) {
      if component.elementsEqual([0x2E, 0x2E]) {
        // The check has seen that there are as many.
        components = components.dropLast()
      } else {
        components.append(Array(component))
      }
    }
    components += path.components.dropFirst(place.components.count).map { Array($0) }
    return EntryPath(Array(components.joined(separator: [0x2F])))
  }
}

extension EntryPath {
  /// Whether the path is of something in `folder`, at any depth; both are normal.
  fileprivate func isBelow(_ folder: EntryPath) -> Bool {
    bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 0x2F
      && bytes.starts(with: folder.bytes)
  }
}
