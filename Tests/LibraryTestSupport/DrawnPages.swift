public import ConverterCore
public import FairyLibrary
public import Scanning
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes pages without looking at pictures: each file that it writes says what it was made of, and whether it is whole.
public struct DrawnPages: PageMaker {
  /// How often each file says it; so many that a file is written in pieces.
  private let length: Int

  public init(length: Int = 200) { self.length = length }

  /// The text of a file that is whole.
  public static func text(_ what: String, length: Int = 200) -> String {
    String(repeating: what + "\n", count: length) + "end"
  }

  /// Whether a file is whole.
  public static func isWhole(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).hasSuffix("\nend")
  }

  public func pages(
    of files: [FilePath], _ options: LookOptions
  ) throws(ConversionError) -> [[FoundPage]] {
    var all: [[FoundPage]] = []
    for file in files {
      _ = try InputFile(path: file)
      var found = try Self.page
      if options.filter != .auto { found.filter = options.filter }
      let count = options.splits ? 2 : 1
      all.append((1...count).map { FoundPage(number: $0, page: found) })
    }
    return all
  }

  /// A page that fills its picture of 400×300 pixels.
  public static var page: ScannedPage {
    get throws(ConversionError) {
      let record = """
        {"version":1,"source":{"width":400,"height":300,"dpi":null},"found":false,
        "corners":[[0,0],[400,0],[400,300],[0,300]],"score":null,"reasons":[],"skew":0,"rotation":null,"filter":"color",
        "width":400,"height":300,"dpi":100,"half":null,"bend":null,"blank":null}
        """
      return try ScannedPage(record: try JSONValue(parsing: Array(record.utf8)))
    }
  }

  public func makePicture(
    of page: PageSource, at picture: FilePath
  ) throws(ConversionError) -> ScannedPage {
    try write("page \(page.number) of \(name(page.file)) \(page.page.filter.rawValue)", to: picture)
    var made = page.page
    if made.rotation == nil { made.turn(by: 0) }
    return made
  }

  public func makeThumbnail(of picture: FilePath, at thumbnail: FilePath) throws(ConversionError) {
    try write("thumbnail of \(name(picture))", to: thumbnail)
  }

  public func makeDocument(
    of pages: [PageSource], _ form: DocumentForm, title: String, at document: FilePath
  ) throws(ConversionError) {
    let pages = pages.map { "\(name($0.file)) \($0.number)" }.joined(separator: ", ")
    try write("\(title): \(pages)", to: document)
  }

  public func words(of document: FilePath, pageCount: Int) throws(ConversionError) -> [JSONValue] {
    (1...pageCount).map { number in
      let words = ["page", "number", "word\(number)"].map { word in
        JSONValue.object([.init("text", .string(word))])
      }
      let line = JSONValue.object([.init("words", .array(words))])
      let block = JSONValue.object([.init("lines", .array([line]))])
      return .object([
        .init("pages", .array([.object([.init("blocks", .array([block]))])]))
      ])
    }
  }

  private func name(_ path: FilePath) -> String { path.lastComponent?.string ?? "" }

  private func write(_ what: String, to path: FilePath) throws(ConversionError) {
    let output = try OutputFile(.file(path))
    try output.write(Array(Self.text(what, length: length).utf8).span)
    try output.complete()
    try output.publish(conflict: .overwrite)
  }
}

extension DocumentFolder {
  /// What is wrong with the document's files, in words; nothing where each that the metadata name is there, and whole.
  public func faults() throws -> [String] {
    let metadata = try metadata()
    var faults: [String] = []
    func check(_ path: FilePath, _ isWhole: ([UInt8]) -> Bool) {
      guard let file = try? InputFile(path: path),
        let bytes = try? file.read(at: 0, count: file.byteCount)
      else {
        faults.append("\(path) is missing")
        return
      }
      if !isWhole(bytes) { faults.append("\(path) is not whole") }
    }
    for page in metadata.pages {
      check(path(of: page.original, in: .originals), DrawnPages.isWhole)
      if let picture = page.picture { check(path(of: picture, in: .pages), DrawnPages.isWhole) }
      if let text = page.text {
        check(path(of: text, in: .text)) { (try? JSONValue(parsing: $0)) != nil }
      }
    }
    if metadata.output != nil { check(path(of: .pdf, metadata), DrawnPages.isWhole) }
    return faults
  }
}
