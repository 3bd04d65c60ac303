import ArgumentParser
import ConverterCore
import FairyLibrary
import Scanning
import SystemPackage

/// Which document is meant.
struct DocumentArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Its number in the list, its title, or how its identifier begins.", valueName: "document"))
  var document: String

  func id(in editor: LibraryEditor) throws(ConversionError) -> DocumentID {
    try DocumentWord(document).identifier(in: editor.index)
  }
}

/// Pages of a document, by their places in it.
struct PagesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Which pages: 2, 1-3,5. (default: all)", valueName: "ranges"),
    transform: { try TypedValue.pages($0) })
  var pages: PageRanges?

  /// The identifiers of the pages.
  ///
  /// - Throws: `usage` for pages that are not there.
  func identifiers(in session: ScanSession) throws(ConversionError) -> [Int] {
    let all = session.entries.map(\.id)
    guard let pages else { return all }
    return try pages.indices(of: all.count).map { all[$0] }
  }
}

/// One page of a document, by its place in it.
struct PageOption: ParsableArguments {
  @Option(help: ArgumentHelp("Which page. (default: the only one)", valueName: "n"))
  var page: Int?

  /// The identifier of the page.
  ///
  /// - Throws: `usage` for a page that is not there, and where there are several to choose from.
  func identifier(in session: ScanSession) throws(ConversionError) -> Int {
    let all = session.entries
    guard page != nil || all.count == 1 else {
      throw ConversionError(
        .usage, "the document has \(all.count.pages): say which one with --page")
    }
    let number = page ?? 1
    guard all.indices.contains(number - 1) else {
      throw ConversionError(
        .usage, "there is no page \(number); the document has \(all.count.pages)")
    }
    return all[number - 1].id
  }
}

struct AddPages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds pages of photos to a document.")

  @OptionGroup var document: DocumentArgument

  @Argument(help: ArgumentHelp("Photos, in the order of their pages.", valueName: "photo"))
  var photos: [PathArgument]

  @Option(
    help: ArgumentHelp("Before which page they come. (default: at the end)", valueName: "page"))
  var before: Int?

  @OptionGroup(title: "Pages") var look: LookFlags
  @OptionGroup var work: LibraryWork

  func validate() throws {
    if let before, before < 1 { throw ValidationError("pages are counted from 1: --before 1") }
  }

  func run() throws {
    let editor = try work.editor()
    let id = try document.id(in: editor)
    let changed = try editor.add(
      photos.map(\.path), to: id, at: before.map { $0 - 1 }, look.options)
    try work.tell("added to", changed)
  }
}

struct OrderPages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Puts pages into another order.",
    discussion: """
      Pages that are not named follow in the order that they have.

        fairy library order 1 3,1,2      the third page first
        fairy library order 1 4          the fourth page first
      """)

  @OptionGroup var document: DocumentArgument

  @Argument(
    help: ArgumentHelp("Pages in their new order.", valueName: "ranges"),
    transform: { try TypedValue.pages($0) })
  var order: PageRanges

  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.edit(document, "ordered") { (session) throws(ConversionError) in
      let ids = session.entries.map(\.id)
      for (place, index) in try order.indices(of: ids.count).enumerated() {
        try session.move(ids[index], to: place)
      }
    }
  }
}

struct RotatePages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Turns pages clockwise.")

  @OptionGroup var document: DocumentArgument

  @Option(help: ArgumentHelp("90, 180, 270, or -90 for the other way.", valueName: "degrees"))
  var by = 90

  @OptionGroup var pages: PagesOption
  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.edit(document, "turned") { (session) throws(ConversionError) in
      for page in try pages.identifiers(in: session) { try session.rotate(page, by: by) }
    }
  }
}

struct CropPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop", abstract: "Says where the paper is in the photo of a page.")

  @OptionGroup var document: DocumentArgument

  @OptionGroup var page: PageOption

  @Option(
    help: ArgumentHelp(
      "Its corners in pixels of the upright photo, from the top left clockwise; auto for those that were found.",
      valueName: "x,y×4"))
  var corners: String

  @OptionGroup var work: LibraryWork

  func run() throws {
    var quad: Quad?
    if corners != "auto" {
      quad = Quad(parsing: corners)
      guard quad != nil else {
        throw ConversionError(
          .usage,
          "--corners takes four corners, x,y each, from the top left clockwise (120,80,900,95,880,1300,100,1280), or auto, "
            + "not \"\(corners.printable)\"")
      }
    }
    try work.edit(document, "cropped") { (session) throws(ConversionError) in
      try session.crop(try page.identifier(in: session), to: quad)
    }
  }
}

struct FilterPages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter", abstract: "Changes what becomes of the colours of pages.")

  @OptionGroup var document: DocumentArgument

  @Argument(
    help: ArgumentHelp("auto, color, gray, bw or photo.", valueName: "filter"),
    transform: { try TypedValue.choice($0) })
  var filter: ScannedPage.Filter

  @OptionGroup var pages: PagesOption
  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.edit(document, "filtered") { (session) throws(ConversionError) in
      for page in try pages.identifiers(in: session) { try session.setFilter(filter, of: page) }
    }
  }
}

struct RetakePage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retake", abstract: "Puts another photo in the place of a page.")

  @OptionGroup var document: DocumentArgument

  @Argument(help: ArgumentHelp("The new photo.", valueName: "photo"))
  var photo: PathArgument

  @OptionGroup var page: PageOption

  @OptionGroup(title: "Pages") var look: LookFlags
  @OptionGroup var work: LibraryWork

  func run() throws {
    let editor = try work.editor()
    let id = try document.id(in: editor)
    let session = try editor.library.document(id).metadata().session
    let changed = try editor.retake(
      try page.identifier(in: session), of: id, with: photo.path, look.options)
    try work.tell("taken again:", changed)
  }
}

struct RemovePages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes pages of a document, and what they were made of.")

  @OptionGroup var document: DocumentArgument

  @Option(
    help: ArgumentHelp("Which pages: 2, 1-3,5.", valueName: "ranges"),
    transform: { try TypedValue.pages($0) })
  var pages: PageRanges

  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.edit(document, "removed from") { (session) throws(ConversionError) in
      let ids = session.entries.map(\.id)
      for index in try pages.indices(of: ids.count) { try session.remove(ids[index]) }
    }
  }
}

extension Quad {
  /// Four corners, each x,y; `nil` for anything else.
  fileprivate init?(parsing text: String) {
    let numbers = text.split(whereSeparator: { $0 == "," || $0 == " " }).map { Double($0) }
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard numbers.count == 8, known.count == 8 else { return nil }
    self.init((0..<4).map { Point(known[2 * $0], known[2 * $0 + 1]) })
  }
}
