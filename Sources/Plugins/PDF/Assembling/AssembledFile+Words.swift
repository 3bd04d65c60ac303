import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Synchronization

extension AssembledFile {
  /// The words in the pictures that become pages, by the numbers of their sources; none where none are wanted.
  ///
  /// Files are looked at by several threads; the pages of one file by the same, one after the other.
  func recognizedWords() throws(ConversionError) -> [Int: RecognizedPage] {
    var files: [[(number: Int, picture: Picture)]] = []
    for part in parts {
      guard let picture = part.picture else { continue }
      if document.sources[part.number].isContinuation, !files.isEmpty {
        files[files.count - 1].append((part.number, picture))
      } else {
        files.append([(part.number, picture)])
      }
    }
    guard pictureOptions.hasTextLayer, !files.isEmpty else {
      let turned = try turnedScans(files.flatMap(\.self))
      noteScans(turned)
      return turned
    }
    let recognizer = try PictureWords(in: context)
    // A file is touched by the one thread that has its index.
    nonisolated(unsafe) let shared = (files: files, recognizer: recognizer)
    let found = Mutex<[Int: RecognizedPage]>([:])
    try context.parallel(files.count) { [context] index throws(ConversionError) in
      for (number, picture) in shared.files[index] {
        if let page = try shared.recognizer.page(number + 1, of: picture, in: context) {
          found.withLock { $0[number] = page }
        }
      }
    }
    let words = found.withLock { $0 }
    noteScans(words)
    return words
  }

  /// Scanned pages without words, which are turned as their letters stand where nobody said how.
  private func turnedScans(
    _ pictures: [(number: Int, picture: Picture)]
  ) throws(ConversionError) -> [Int: RecognizedPage] {
    let asked = pictures.filter { _, picture in
      picture.facts.scan.map { $0["rotation"]?.int == nil } ?? false
    }
    // A picture is touched by the one thread that has its index.
    nonisolated(unsafe) let shared = asked
    let found = Mutex<[Int: RecognizedPage]>([:])
    try context.parallel(asked.count) { [context] index throws(ConversionError) in
      let (number, picture) = shared[index]
      let degrees = try Self.turn(number + 1, of: picture, in: context)
      guard degrees != 0 else { return }
      context.note(
        "rotation", .changed, why: "turned by \(degrees)° clockwise, so that letters stand upright")
      let (width, height) = (picture.facts.width, picture.facts.height)
      var page = RecognizedPage(
        width: degrees == 180 ? width : height, height: degrees == 180 ? height : width, dpi: 72)
      page.rotation = degrees
      found.withLock { $0[number] = page }
    }
    return found.withLock { $0 }
  }

  /// - Returns: 0 for a page that ends whoever looks at it, which is said.
  private static func turn(
    _ number: Int, of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    do throws(ConversionError) {
      return try context.hazard("letters of page \(number)") { () throws(ConversionError) in
        try picture.turnOfLetters(in: context)
      }
    } catch  where error.code == .decoderCrashed {
      context.warn("it is not known how page \(number) stands: \(error.message)")
      return 0
    }
  }

  /// Says in the receipt what became of each photo of a page; pages that are left out have no number.
  private func noteScans(_ words: [Int: RecognizedPage]) {
    var file = -1
    var pages: [JSONValue] = []
    for (number, source) in document.sources.enumerated() {
      if !source.isContinuation { file += 1 }
      guard case .picture(let picture) = source.content,
        case .object(let members)? = picture.facts.scan
      else { continue }
      let page = words[number]
      let read = pictureOptions.hasTextLayer ? page : nil
      let position = document.pages.firstIndex { $0.source == number }
      let turn = position.map { document.pages[$0].rotation } ?? 0
      let own = picture.facts.scan?["rotation"]?.int ?? 0
      let rotation = (turn + own + PDFFile.turn(of: picture, readAs: page)) % 360
      pages.append(
        .object(
          [
            .init("input", .integer(file)),
            .init("page", position.map { .integer($0 + 1) } ?? .null),
          ]
            + members.map { member in
              member.key == "rotation" ? .init("rotation", .integer(rotation)) : member
            } + [
              .init("words", read.map { .integer($0.words.count) } ?? .null),
              .init(
                "confidence",
                read?.confidence.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
            ]))
    }
    if !pages.isEmpty { context.receipt = .object([.init("pages", .array(pages))]) }
  }
}
