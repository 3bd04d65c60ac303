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
      noteScans([:])
      return [:]
    }
    if let known = knownWords.pages {
      noteScans(known)
      return known
    }
    let recognizer = try PictureWords(in: context)
    // A file is touched by the one thread that has its index.
    nonisolated(unsafe) let shared = (files: files, recognizer: recognizer)
    let found = Mutex<[Int: RecognizedPage]>([:])
    let count = files.reduce(0) { $0 + $1.count }
    try context.parallel(files.count) { [context] index throws(ConversionError) in
      for (number, picture) in shared.files[index] {
        do throws(ConversionError) {
          let page = try shared.recognizer.page(of: picture, in: context)
          let done = found.withLock { found in
            found[number] = page
            return found.count
          }
          context.beginPortion(at: Self.readingPart(Double(done) / Double(count)))
        } catch  where error.code == .unsupportedContent {
          // The page keeps its picture.
          context.warn("the words of page \(number + 1) are not recognised: \(error.message)")
        }
      }
    }
    let words = found.withLock { $0 }
    knownWords.pages = words
    noteScans(words)
    return words
  }

  /// How much of the whole is done where so much of the words is recognised: pages were found before, and are coded
  /// afterwards.
  private static func readingPart(_ share: Double) -> Double { 0.1 + 0.7 * share }

  /// Says in the receipt what became of each photo of a page.
  private func noteScans(_ words: [Int: RecognizedPage]) {
    let pages = ScanReceipts(document).pages(words)
    if !pages.isEmpty { context.receipt = .object([.init("pages", .array(pages))]) }
  }
}
