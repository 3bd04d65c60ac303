import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// Which library is meant, on every verb that has to do with it.
struct LibraryFlags: ParsableArguments {
  @Option(
    name: .customLong("library"),
    help: ArgumentHelp(
      "The folder of the library. (default: FAIRY_LIBRARY, else fairy in XDG_DATA_HOME, else ~/.local/share/fairy)",
      valueName: "folder"))
  var folder: PathArgument?

  /// - Throws: `usage` where nothing says where it is; what opening it throws.
  func library() throws(ConversionError) -> DocumentLibrary {
    guard let path = folder?.path ?? Self.usual else {
      throw ConversionError(
        .usage, "nothing says where the library is: HOME is not set; name its folder with --library"
      )
    }
    return try DocumentLibrary(at: path)
  }

  /// Where it is when nothing is said of it.
  static var usual: FilePath? {
    Environment.path("FAIRY_LIBRARY").flatMap { $0.isEmpty ? nil : $0 }
      ?? DocumentLibrary.standardPath
  }
}

/// A document, as it is named on the command line: its number in the list, its title, or how its identifier begins.
struct DocumentWord {
  let word: String

  init(_ word: String) { self.word = word }

  /// The document that is meant.
  ///
  /// - Throws: `inputNotFound` where there is none; `usage` where it may be one of several.
  func document(in index: LibraryIndex) throws(ConversionError) -> IndexedItem {
    var all: [IndexedItem] = []
    try index.items(.document) { all.append($0) }
    // Numbers are short, and so few characters of an identifier are not unique for long.
    if word.utf8.count < Self.shortestPrefix, let number = Int(word) {
      guard all.indices.contains(number - 1) else { throw none(of: all.count) }
      return all[number - 1]
    }
    if let item = all.first(where: { $0.key == word }) { return item }
    let named = all.filter { $0.title == word }
    if let item = named.first, named.count == 1 { return item }
    let begun =
      word.utf8.count < Self.shortestPrefix
      ? [] : all.filter { $0.key.hasPrefix(word.lowercased()) }
    let candidates = named.isEmpty ? begun.isEmpty ? all.filter(isSimilar) : begun : named
    guard let item = candidates.first else { throw none(of: all.count) }
    guard candidates.count == 1 else { throw Self.several(candidates, word) }
    return item
  }

  /// The identifier of the document that is meant.
  ///
  /// - Throws: what ``document(in:)`` throws.
  func identifier(in index: LibraryIndex) throws(ConversionError) -> DocumentID {
    let item = try document(in: index)
    guard let id = DocumentID(item.key) else {
      throw ConversionError(.internalError, "\(item.key) is no identifier")
    }
    return id
  }

  private static let shortestPrefix = 4

  private func isSimilar(_ item: IndexedItem) -> Bool {
    item.title.lowercased().hasPrefix(word.lowercased())
  }

  private func none(of count: Int) -> ConversionError {
    let all =
      count == 0 ? "the library is empty" : "`fairy library list` shows the \(count) that there are"
    return ConversionError(.inputNotFound, "there is no document \"\(word.printable)\": \(all)")
  }

  private static func several(_ items: [IndexedItem], _ word: String) -> ConversionError {
    let names = items.prefix(5).map { "\($0.key.prefix(8)) (\($0.title.printable))" }
    let more = items.count > 5 ? ", and \(items.count - 5) more" : ""
    return ConversionError(
      .usage,
      "\"\(word.printable)\" may be \(names.joined(separator: ", "))\(more): name one by its identifier"
    )
  }
}
