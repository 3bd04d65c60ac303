import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Scanning
import Synchronization

/// The pictures of a document on their way onto its pages: some are coded ahead by all threads, then put into the file
/// one after the other by the thread that has it.
final class CodedPages {
  /// What the receipt needs to know of a page.
  struct Reading {
    /// `nil` for both where its words were not recognised.
    let wordCount: Int?
    let confidence: Double?
    /// How the page is turned clockwise to be read.
    let turn: Int

    fileprivate init(_ page: CodedPage) {
      wordCount = page.words?.words.count
      confidence = page.words?.confidence
      turn = page.turn
    }
  }

  /// How many are coded ahead for each thread: so many that threads wait little for each other, and so few that they
  /// take little memory.
  private static let aheadOfThread = 8

  /// By the numbers of sources.
  private(set) var readings: [Int: Reading] = [:]

  private let options: PicturePageOptions
  private let context: ConversionContext
  /// `nil` where no words are wanted.
  private let recognizer: PictureWords?
  /// Those that are not yet coded, in the order in which pages need them.
  private var waiting: ArraySlice<Slot>
  private let knownWords: KnownWords?
  private var ready: [Int: CodedPage] = [:]
  /// On how many pages each is still to come.
  private var uses: [Int: Int] = [:]
  private let count: Int
  private let done = Atomic(0)

  /// A picture and what becomes of it.
  private final class Slot {
    /// Of the source.
    let number: Int
    /// Of the first page that shows it, from 1: what people call it.
    let pageNumber: Int
    let picture: Picture
    /// Which of several it comes from.
    let input: Int?
    var page: CodedPage?
    /// Why there is none, where its input is left out.
    var failure: ConversionError?

    init(number: Int, pageNumber: Int, picture: Picture, input: Int?) {
      (self.number, self.pageNumber, self.picture) = (number, pageNumber, picture)
      self.input = input
    }
  }

  /// - Parameter knownWords: those that were recognised when the file was made before; `nil` where it is made once.
  /// - Throws: `noRoute` where words are wanted, and no plugin recognises any.
  init(
    of document: PagedDocument, options: PicturePageOptions, knownWords: KnownWords?,
    in context: ConversionContext
  ) throws(ConversionError) {
    (self.options, self.knownWords, self.context) = (options, knownWords, context)
    var slots: [Slot] = []
    for (index, page) in document.pages.enumerated() {
      let source = document.sources[page.source]
      guard case .picture(let picture) = source.content else { continue }
      if uses[page.source] == nil {
        slots.append(
          Slot(
            number: page.source, pageNumber: index + 1, picture: picture, input: source.input))
      }
      uses[page.source, default: 0] += 1
    }
    waiting = slots[...]
    count = slots.count
    recognizer = options.hasTextLayer && !slots.isEmpty ? try PictureWords(in: context) : nil
  }

  /// The page of a source that is a picture.
  ///
  /// - Throws: what decoding, recognising and coding throw.
  func page(of number: Int) throws(ConversionError) -> CodedPage {
    while ready[number] == nil, !waiting.isEmpty { try codeNext() }
    guard let page = ready[number] else {
      throw ConversionError(.internalError, "a page is asked for more often than it was said")
    }
    uses[number, default: 0] -= 1
    if uses[number, default: 0] <= 0 { ready[number] = nil }
    return page
  }

  private func codeNext() throws(ConversionError) {
    let batch = Array(waiting.prefix(Self.aheadOfThread * context.threads))
    waiting = waiting.dropFirst(batch.count)
    // What files hold as a page needs it is only read: threads would cost more than they save.
    if batch.allSatisfy({ !isWork($0.picture) }) {
      for slot in batch { try code(slot) }
    } else {
      // This thread waits for all, each of which changes the slot alone that has its index; all else that coding reads
      // does not change meanwhile, but for the words that are known and the count, which have locks.
      nonisolated(unsafe) let (coding, slots) = (self, batch)
      try unsafe context.parallel(slots.count) { [context] index throws(ConversionError) in
        try unsafe coding.code(slots[index])
        let done = unsafe coding.done.add(1, ordering: .relaxed).newValue
        // Pages were found before, and the file is written afterwards.
        unsafe context.beginPortion(at: 0.1 + 0.85 * Double(done) / Double(coding.count))
      }
      LargeBuffers.giveBack()
    }
    // All that are to be left out are known then.
    if let failure = batch.compactMap(\.failure).first { throw failure }
    for slot in batch {
      readings[slot.number] = slot.page.map(Reading.init)
      ready[slot.number] = slot.page
      slot.page = nil
    }
  }

  private func isWork(_ picture: Picture) -> Bool {
    recognizer != nil || picture.coded == nil || picture.facts.standsAsFound
  }

  private func code(_ slot: Slot) throws(ConversionError) {
    do throws(ConversionError) {
      slot.page = try page(of: slot)
    } catch {
      guard context.isLeftOut(input: slot.input) else { throw error }
      slot.failure = error
    }
  }

  private func page(of slot: Slot) throws(ConversionError) -> CodedPage {
    let facts = slot.picture.facts
    let images = try context.reading(input: slot.input) { () throws(ConversionError) in
      try PictureCoding(options: options, context: context).images(of: slot.picture)
    }
    // The library and the data that recognise words are not the input's.
    let words = try context.reading(input: slot.input, mayLackLibrary: false) {
      () throws(ConversionError) in
      try recognized(slot)
    }
    let turn =
      if recognizer == nil {
        facts.standsAsFound ? try self.turn(of: slot) : 0
      } else {
        facts.scan?["rotation"]?.int == nil ? words?.rotation ?? 0 : 0
      }
    return CodedPage(facts: facts, images: images, words: words, turn: turn)
  }

  private func recognized(_ slot: Slot) throws(ConversionError) -> RecognizedPage? {
    if let known = knownWords?[slot.number] { return known }
    let page = try recognizer?.page(slot.pageNumber, of: slot.picture, in: context)
    knownWords?[slot.number] = page
    return page
  }

  /// How the letters of a page stand whose words are not read.
  ///
  /// - Returns: 0 for a page on which this ends the process, which is a warning.
  private func turn(of slot: Slot) throws(ConversionError) -> Int {
    let number = slot.pageNumber
    do throws(ConversionError) {
      let degrees = try context.hazard("letters of page \(number)") { () throws(ConversionError) in
        try slot.picture.turnOfLetters(in: context)
      }
      guard degrees != 0 else { return 0 }
      context.note(
        "rotation", .changed, why: "turned by \(degrees)° clockwise, so that letters stand upright")
      return degrees
    } catch  where error.code == .decoderCrashed {
      context.warn("it is not known how page \(number) stands: \(error.message)")
      return 0
    }
  }
}

extension PictureFacts {
  /// Whether it is a scan of which nobody said how it stands.
  fileprivate var standsAsFound: Bool { scan.map { $0["rotation"]?.int == nil } ?? false }
}

/// The words of a document's pictures by the numbers of their sources, for a file that is made a second time.
final class KnownWords: Sendable {
  private let pages = Mutex<[Int: RecognizedPage]>([:])

  subscript(number: Int) -> RecognizedPage? {
    get { pages.withLock { $0[number] } }
    set { pages.withLock { $0[number] = newValue } }
  }
}
