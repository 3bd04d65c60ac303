import Barcodes
import ConverterCore
import PageScanPlugin
import PictureModel
import Runner
import Scanning

// Which pages of a file are separator sheets.
extension LookWork {
  /// The key of the settings of a look that says what makes a page a separator sheet.
  static let separatorKey = "scan-separator"

  /// Writes a line for each page. One that cannot be looked at is no separator sheet, and the rest go on.
  mutating func showSeparators() throws(ConversionError) {
    let options = look.request.options
    guard let mark = options.settings[Self.separatorKey].flatMap(SeparatorMark.init(parsing:))
    else { throw ConversionError(.usage, "nothing says what a separator sheet is") }
    var reader: (any BarcodeReader)?
    if mark.text != nil { reader = try barcodeReader(mark) }
    let file = try converter.resolve(input, in: opened, context)
    let (pages, isDocument) = try pictures(of: file)
    for (index, sibling) in pages.enumerated() {
      try context.checkpoint()
      let number = Int(sibling.name) ?? index + 1
      let seen: SeparatedPage
      do throws(ConversionError) {
        let picture = try sibling.open()
        let sheet = try sheet(of: picture, isDocument: isDocument, options)
        let found = try mark.found(on: sheet, reader)
        seen = SeparatedPage(
          number, found, isBlank: found == nil && !isDocument && isBlank(sheet, options))
      } catch  where pages.count > 1 && [.damagedInput, .unsupportedContent].contains(error.code) {
        seen = SeparatedPage(number, failure: error.message)
      }
      guard page.print(seen.json.description + "\n") else { return }
    }
  }

  private func barcodeReader(
    _ mark: SeparatorMark
  ) throws(ConversionError) -> any BarcodeReader {
    do throws(ConversionError) {
      return try ZBarReader()
    } catch {
      var error = error
      if mark.takesPatch {
        error.message += ", or look for Patch-T codes alone: --separator patch-t"
      }
      throw error
    }
  }

  /// The pages of a file as pictures, by their numbers, and whether they are those of a document.
  private func pictures(
    of file: InputFile
  ) throws(ConversionError) -> (pages: [Sibling<Picture>], isDocument: Bool) {
    let type = try converter.detect(file, in: context).type
    let target = try ContentType.named("png", in: converter.catalog)
    let route = try converter.planner.route(from: type, to: target)
    guard let reader = route.reader as? any Reader<Picture> else {
      throw ConversionError(.noRoute, "is \(type.nameWithArticle), which has no pages")
    }
    let picture = try reader.read(file, type: route.source.id, in: ReadingContext(context))
    let isDocument = !converter.catalog.type(type.id, conformsTo: "public.image")
    guard picture.parts.isEmpty else { return (picture.parts, isDocument) }
    return ([Sibling(name: "1") { () throws(ConversionError) in picture }], isDocument)
  }

  private func sheet(
    of picture: Picture, isDocument: Bool, _ options: ConversionOptions
  ) throws(ConversionError) -> PageScanner.Sheet {
    var scanner = try PageScanPlugin.scanner(for: picture.facts, options)
    // Pages of a document stay as they are.
    if isDocument { scanner.crop = .none }
    return try scanner.sheet(of: picture, in: context)
  }

  private func isBlank(_ sheet: PageScanner.Sheet, _ options: ConversionOptions) -> Bool {
    options.settings["scan-drop-blank"] == "true"
      && PageInk(of: sheet.gray, dpi: sheet.dpi).isBlank
  }
}
