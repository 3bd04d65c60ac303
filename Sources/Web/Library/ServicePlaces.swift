import ConverterCore
import FairyLibrary
import SystemPackage

/// Where the library and the work folder are, and what the broker calls files in them.
struct ServicePlaces: Sendable {
  let library: FilePath
  let work: FilePath

  static let libraryWord = ".library"
  static let workWord = ".work"

  /// What the broker calls a file.
  ///
  /// - Throws: `usage` for a file elsewhere.
  func word(for path: FilePath) throws(ConversionError) -> FilePath {
    for (folder, word) in [(work, Self.workWord), (library, Self.libraryWord)] {
      var rest = path
      if rest.removePrefix(folder) { return FilePath(word).pushing(rest) }
    }
    throw ConversionError(
      .usage, "is neither in the library nor in the work folder", file: path)
  }

  /// Where a file is that the broker calls so; `nil` for a file of a served folder.
  func path(of word: FilePath) -> FilePath? {
    for (folder, name) in [(work, Self.workWord), (library, Self.libraryWord)] {
      var rest = word
      if rest.removePrefix(FilePath(name)) { return folder.pushing(rest) }
    }
    return nil
  }

  /// A request for pages in the words of the worker protocol, without its output.
  func members(
    of request: PageRequest, isDryRun: Bool = false
  ) throws(ConversionError) -> [JSONValue.Member] {
    let isDocument = request.type == "pdf" && !isDryRun
    var inputs: [[JSONValue.Member]] = []
    for (file, page) in zip(request.files, request.pages) {
      var members = try word(for: file).members("input")
      if isDocument, page > 0 { members.append(.init("pages", .string("\(page)"))) }
      inputs.append(members)
    }
    var options: [JSONValue.Member] = [
      .init("onConflict", .string("overwrite")), .init("keepTimes", .bool(false)),
      .init(
        "set",
        .object(
          request.settings.sorted { $0.key < $1.key }
            .map { .init($0.key, .string($0.value)) })),
    ]
    if let quality = request.quality { options.append(.init("quality", .number(quality))) }
    if let resize = request.resize { options.append(.init("resize", .string(resize))) }
    if !isDocument, let page = request.pages.first, page > 0 {
      options.append(.init("pages", .string("\(page)")))
    }
    var members = inputs[0] + [.init("to", .string(request.type))]
    if isDocument {
      members += [
        .init("verb", .string("merge")),
        .init("more", .array(inputs.dropFirst().map { .object($0) })),
      ]
    }
    return members + [.init("options", .object(options))]
  }
}
