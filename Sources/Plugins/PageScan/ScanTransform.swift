import ConverterCore
import PictureModel
import Scanning

/// Brings the page in a photo upright, evenly lit and straight.
struct ScanTransform: Transform {
  let name = "scan"
  let stage = TransformStage.search
  let descriptors = ScanSettings.descriptors
  let ledgerWords = ["scan", "light", "skew", "bend", "blank", "split", "rotation"]

  func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let settings = try ScanSettings(options)
    guard settings.isOn else {
      settings.noteUnused(options, in: context)
      return picture
    }
    return try scanned(picture, by: settings, in: context)
  }

  /// The page in a picture; a picture that is one already stays as it is. An open book stays one picture.
  ///
  /// - Throws: `unsupportedContent` for a blank page, where these are to be left out.
  func scanned(
    _ picture: Picture, by settings: ScanSettings, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard picture.facts.scan == nil else { return picture }
    if let page = settings.storedPage(ofInput: 0) {
      return try upright(page, of: picture, by: settings, in: context)
    }
    var scanner = try settings.scanner(for: picture.facts)
    scanner.splits = false
    let result = try scanner.pages(of: picture, in: context)
    var notes = ScanNotes(settings)
    notes.note(result, named: nil, in: context)
    if notes.blanks > 0 { throw ScanNotes.allBlank(notes.blanks) }
    if settings.splits {
      context.noteUnused(
        ScanSettings.split, why: "a picture is one page: a document (--to pdf) takes both of a book"
      )
    }
    notes.finish(in: context)
    guard let page = result.pages.first else { return picture }
    return try upright(page, of: picture, by: settings, in: context)
  }

  /// The page as a picture, turned so that its letters stand upright where nobody said how.
  private func upright(
    _ page: ScannedPage, of picture: Picture, by settings: ScanSettings,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    var page = page
    if page.rotation == nil {
      let degrees = try page.picture(of: picture, in: context).turnOfLetters(in: context)
      ScanNotes.note(turn: degrees, in: context)
      page.turn(by: degrees)
    }
    return page.picture(of: picture, tellsRecord: settings.tellsRecord, in: context)
  }
}
