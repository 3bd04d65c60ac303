import ConverterCore
import PictureModel
import Scanning

/// Pages are found before their words are read: what is asked for of a scan holds on the way to text, too.
extension ScanTransform: Preparation {
  func prepare(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    var options = ConversionOptions()
    options.settings = context.reading.settings
    let settings = try ScanSettings(options)
    guard settings.isOn else {
      settings.noteUnused(options, in: context)
      return picture
    }
    Self.noteUnusedForWords(options, in: context)
    var pictures: [Picture] = []
    for part in picture.parts { pictures.append(try part.open()) }
    if pictures.isEmpty { pictures = [picture] }
    var notes = ScanNotes(settings)
    var pages: [Picture] = []
    for (index, picture) in pictures.enumerated() {
      let name = pictures.count > 1 ? "page \(index + 1)" : nil
      pages += try Self.legible(picture, named: name, &notes, in: context)
    }
    notes.finish(in: context)
    guard var first = pages.first else { throw ScanNotes.allBlank(notes.blanks) }
    guard pages.count > 1 else { return first }
    first.parts = pages.enumerated().map { index, page in
      Sibling(name: Picture.pageName(index, of: pages.count)) { () throws(ConversionError) in page }
    }
    return first
  }

  /// The pages in a picture, without those that are to be left out.
  ///
  /// Which filter is asked for and how pages stand makes no difference to words: these are found out by who reads them.
  private static func legible(
    _ picture: Picture, named name: String?, _ notes: inout ScanNotes,
    in context: ConversionContext
  ) throws(ConversionError) -> [Picture] {
    var scanner = try notes.settings.scanner(for: picture.facts)
    scanner.filter = .gray
    scanner.rotation = nil
    let result = try scanner.pages(of: picture, in: context)
    notes.note(result, named: name, in: context)
    return result.pages.filter { $0.isBlank != true }.map {
      $0.picture(of: picture, named: name ?? "the page", at: notes.count, in: context)
    }
  }

  private static func noteUnusedForWords(
    _ options: ConversionOptions, in context: ConversionContext
  ) {
    for (option, why) in [
      (ScanSettings.filter, "words are always read in even gray"),
      (ScanSettings.rotation, "words are read upright, however pages stand"),
    ] where ![nil, option.defaultValue].contains(options.settings[option.key]) {
      context.noteUnused(option, why: why)
    }
  }
}
