import ArchiveModel
import ArchiveViewer
import ConverterCore

extension Parser {
  /// Names of entries, a line each: their encoding, hazards, patterns, and how they are admitted and shown.
  static let names = Parser(name: "names") { bytes in
    let raw = bytes.prefix(1 << 16).split(separator: 0x0A).map { Array($0) }
    guard let decoder = try? NameDecoder(guessingFrom: raw, override: nil) else { return }
    for name in raw {
      let text = decoder.decode(name)
      precondition(text.inNormalFormC == text, "a normal form is not normal")
    }
    let kinds: [Entry.Kind] = [.file, .folder, .link, .hardLink]
    let entries = raw.enumerated().map { index, name in
      Entry(
        index: index, path: EntryPath(decoder.decode(name)), kind: kinds[name.count % 4],
        linkTarget: name.count % 4 < 2 ? nil : raw[index / 2])
    }
    var options = ConversionOptions()
    options.keepGoing = true
    let admission = Admission(options, in: ConversionContext(registry: Registry()))
    var names: Set<EntryPath> = []
    let pattern = EntryPattern(bytes: raw.first ?? [])
    for entry in entries {
      _ = pattern.matches(entry.path)
      guard let admitted = try? admission.admit(entry) else { continue }
      precondition(admitted.path.hazard == nil, "an unsafe path is admitted")
      precondition(names.insert(admitted.path).inserted, "a name is given twice")
    }
    let archive = Archive(format: "Names", content: .directory(Names(entries: entries)))
    for isJSON in [true, false] {
      let page = NamesPage(isJSON: isJSON)
      _ = try? ArchiveViewer().show(
        archive, on: page, in: ConversionContext(registry: Registry()))
    }
  }
}

/// Entries without contents.
private struct Names: EntryDirectory {
  let entries: [Entry]

  func makeReader() throws(ConversionError) -> any EntryReader {
    throw ConversionError(.readFailed, "there is no content")
  }
}

/// A narrow page that looks at what it is given.
private final class NamesPage: Page {
  let isJSON: Bool
  let width: Int? = 60
  let usesColour = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    precondition(String(validating: lines, as: UTF8.self) != nil, "what is shown is not UTF-8")
    for line in lines.split(separator: 0x0A) where isJSON {
      precondition((try? JSONValue(parsing: Array(line))) != nil, "what is shown is not JSON")
    }
    return true
  }
}
