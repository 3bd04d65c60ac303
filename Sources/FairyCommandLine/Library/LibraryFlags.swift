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
    return all[try place(among: all.map { ($0.key, $0.title) }, inTrash: false)]
  }

  /// The identifier of the document in the trash that is meant: by its number in `fairy library list --trash`, its title, or
  /// how its identifier begins. One that cannot be read has no title.
  ///
  /// - Throws: `inputNotFound` where there is none; `usage` where it may be one of several.
  func identifier(inTrashOf library: DocumentLibrary) throws(ConversionError) -> DocumentID {
    let readable = try library.trashedDocuments { _ in }
    let titles = Dictionary(readable.map { ($0.id.description, $0.title) }) { first, _ in first }
    let listed = readable.map(\.id)
    let all = listed + (try library.identifiers(inTrash: true)).filter { !listed.contains($0) }
    let candidates = all.map { ($0.description, titles[$0.description] ?? "") }
    return all[try place(among: candidates, inTrash: true)]
  }

  private typealias Candidate = (key: String, title: String)

  private func place(
    among all: [Candidate], inTrash: Bool
  ) throws(ConversionError) -> Int {
    // Numbers are short, and so few characters of an identifier are not unique for long.
    if word.utf8.count < Self.shortestPrefix, let number = Int(word) {
      guard all.indices.contains(number - 1) else { throw none(of: all.count, inTrash) }
      return number - 1
    }
    if let place = all.firstIndex(where: { $0.key == word }) { return place }
    let named = all.indices.filter { all[$0].title == word }
    let begun =
      word.utf8.count < Self.shortestPrefix
      ? [] : all.indices.filter { all[$0].key.hasPrefix(word.lowercased()) }
    let similar = all.indices.filter { all[$0].title.lowercased().hasPrefix(word.lowercased()) }
    let candidates = [named, begun, similar].first { !$0.isEmpty } ?? []
    guard let place = candidates.first else { throw none(of: all.count, inTrash) }
    guard candidates.count == 1 else { throw Self.several(candidates.map { all[$0] }, word) }
    return place
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

  private func none(of count: Int, _ isInTrash: Bool) -> ConversionError {
    let place = isInTrash ? " in the trash" : ""
    let all =
      count == 0
      ? isInTrash ? "it is empty" : "the library is empty"
      : "`fairy library list\(isInTrash ? " --trash" : "")` shows the \(count) that there are"
    return ConversionError(
      .inputNotFound, "there is no document \"\(word.printable)\"\(place): \(all)")
  }

  private static func several(_ items: [Candidate], _ word: String) -> ConversionError {
    let names = items.prefix(5).map { "\($0.key.prefix(8)) (\($0.title.printable))" }
    let more = items.count > 5 ? ", and \(items.count - 5) more" : ""
    return ConversionError(
      .usage,
      "\"\(word.printable)\" may be \(names.joined(separator: ", "))\(more): name one by its identifier"
    )
  }
}
