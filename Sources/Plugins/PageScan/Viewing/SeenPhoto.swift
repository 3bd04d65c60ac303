import ConverterCore
import PictureModel
import RecognizedTextModel
import Scanning
import TerminalPictures

/// A photo and the pages that a scan finds in it.
struct SeenPhoto: SeenPage {
  private let picture: Picture
  private let result: PageScanner.Result
  /// What is most like a page where none was found, in shares of the picture; `nil` where nothing is.
  private let guess: PageDetection?
  /// Whether somebody said where the page is.
  private let isSaid: Bool
  /// What a scan says of it.
  private let warnings: [String]
  private let ledger: [LedgerEntry]

  init(
    _ picture: Picture, _ settings: ScanSettings, in context: ConversionContext
  ) throws(ConversionError) {
    let scanner = try settings.scanner(for: picture.facts)
    let own = context.forCompanion()
    result = try scanner.pages(of: picture, in: own)
    var notes = ScanNotes(settings)
    notes.note(result, named: nil, in: own)
    notes.finish(in: own)
    let isFound = result.pages.contains { $0.isFound }
    let isWorthALook = (result.pages.first?.score ?? 0) >= PageDetector.worthShowing
    guess =
      !isFound && isWorthALook
      ? try scanner.candidates(in: picture, most: 1, own).first : nil
    self.picture = picture
    isSaid = !settings.looksForPage
    (warnings, ledger) = (own.warnings, own.ledger)
  }

  func drawn(
    on graphics: TerminalGraphics, rows: Int, in context: ConversionContext
  ) throws(ConversionError) -> DrawnPicture? {
    try picture.drawn(on: graphics, rows: rows, marks: marks, in: context)
  }

  /// The outlines of its pages, or of what was taken for none.
  var marks: [PictureMark] {
    let size = Point(Double(picture.facts.width), Double(picture.facts.height))
    let found = result.pages.filter { $0.isFound || $0.half != nil }.map { page in
      PictureMark(corners: page.corners.scaled(by: 1 / size).corners)
    }
    return found.isEmpty
      ? [guess].compactMap(\.self).map { PictureMark(corners: $0.corners.corners, isGuess: true) }
      : found
  }

  func words(in context: ConversionContext) throws(ConversionError) -> [SeenWords] {
    guard let recognizer = WordsOf<Picture>(in: context) else { return [] }
    var words: [SeenWords] = []
    for page in result.pages {
      let text = try recognizer.words(
        of: page.picture(of: picture, in: context), in: context)
      words.append(SeenWords(half: page.half, page: try text.page(0)))
    }
    return words
  }

  func receipts(_ words: [SeenWords]) -> [JSONValue] {
    result.pages.enumerated().map { index, page in
      let found = index < words.count ? words[index].page : nil
      let members: [JSONValue.Member] =
        if case .object(let members) = page.json { members } else { [] }
      return .object(
        members.map { member in
          member.key == "rotation" && found != nil
            ? .init("rotation", .integer(page.rotation ?? found?.rotation ?? 0)) : member
        } + RecognizedPage.receipt(of: found))
    }
  }

  var facts: [Fact] {
    result.pages.flatMap(facts) + guessFacts
      + ledger.filter { ["bend", "split", "blank"].contains($0.what) }.map {
        Fact(nil, $0.what.prefix(1).uppercased() + $0.what.dropFirst(), $0.why ?? "", json: .null)
      } + warnings.map { Fact(nil, "Warning", $0, json: .null) }
  }

  private func facts(of page: ScannedPage) -> [Fact] {
    let side = page.half.map { "\($0.rawValue) page, " } ?? ""
    var rows = [("Page", side + howItWasFound(page))]
    if page.isFound || page.half != nil { rows.append(("Corners", page.corners.inWords)) }
    rows.append(("Becomes", page.sizeInWords))
    rows.append(("Filter", page.filter.inWords))
    if page.skew != 0 { rows.append(("Skew", "turned by \(page.skew.hundredths)°")) }
    if let rotation = page.rotation { rows.append(("Rotation", "\(rotation)°")) }
    return rows.map { Fact(nil, $0.0, $0.1, json: .null) }
  }

  private func howItWasFound(_ page: ScannedPage) -> String {
    guard page.isFound else { return isSaid ? "the whole picture, as was said" : "not found" }
    guard let score = page.score else { return "at the corners that were said" }
    return "found, score \(score.tenths) (\(PageDetector.threshold.tenths) is enough)"
  }

  private var guessFacts: [Fact] {
    guard let guess else { return [] }
    let size = Point(Double(picture.facts.width), Double(picture.facts.height))
    let places = guess.corners.scaled(by: size).inWords
    return [Fact(nil, "Candidate", "\(places), score \(guess.score.tenths)", json: .null)]
  }
}
