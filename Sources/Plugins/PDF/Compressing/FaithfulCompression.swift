import ConverterCore
import PDFObjects

/// Makes a file smaller, and compares some of its pages with the original before the result is used.
///
/// Where a page looks different, the file is made anew with the content of that page left as it is.
struct FaithfulCompression {
  /// Makes the file smaller in memory.
  typealias Compress = (PDFFile, CompressionOptions, ConversionContext)
    throws(ConversionError) -> CompressionReceipt

  /// How many pages are looked at, where nothing is wrong with those.
  private static let mostPages = 6
  /// How long they may take at most, the first page included, which is looked at in any case.
  private static let most = Duration.seconds(10)
  /// The same for all pages, once one was different.
  private static let mostForAll = Duration.seconds(60)

  private let options: CompressionOptions
  private let original: () throws(ConversionError) -> PDFFile
  private let compress: Compress
  private let context: ConversionContext
  private let least: Duration

  /// - Parameters:
  ///   - original: gives the file as it was, each time anew.
  ///   - least: the least time for comparing pages, which is otherwise half of what making the file smaller took.
  init(
    _ options: CompressionOptions, original: @escaping () throws(ConversionError) -> PDFFile,
    in context: ConversionContext, least: Duration = .milliseconds(100),
    compress: @escaping Compress
  ) {
    self.options = options
    self.original = original
    self.compress = compress
    self.context = context
    self.least = least
  }

  /// - Parameter file: the original.
  /// - Returns: the file that is to be written, and what became of it. It is the original where pages look different
  ///   however it is made smaller.
  func run(_ file: PDFFile) throws(ConversionError) -> (PDFFile, CompressionReceipt) {
    var (file, options) = (file, options)
    var receipt = CompressionReceipt()
    let count = try file.pageCount
    // At first samples; then all that was changed; then nothing that is drawn is changed any more.
    for round in 0..<3 {
      let start = ContinuousClock.now
      // What is noted of a file that is thrown away did not happen.
      let own = context.forCompanion()
      receipt = try compress(file, options, own)
      try file.spool.settle(in: context)
      let samples = samples(of: receipt, pages: count, all: round > 0)
      let half = (ContinuousClock.now - start) / 2
      let time = round > 0 ? Self.mostForAll : max(least, half)
      let result = try compare(
        file, samples, receipt, within: time, atMost: round > 0 ? Self.mostForAll : Self.most)
      if result.different.isEmpty {
        context.adopt(own)
        note(options.sparedPages, of: count)
        return (file, receipt)
      }
      options.sparedPages.formUnion(result.different)
      if round > 0 { options.sparedPages = Set(0..<count) }
      file = try original()
    }
    context.note(
      "file", .kept, why: "its pages would look different if it were made smaller")
    return (file, receipt.unchanged(why: "its page would look different"))
  }

  private func compare(
    _ file: PDFFile, _ samples: [RenderingComparison.Sample], _ receipt: CompressionReceipt,
    within time: Duration,
    atMost most: Duration
  ) throws(ConversionError) -> RenderingComparison.Result {
    do throws(ConversionError) {
      return try RenderingComparison(
        of: try original(), and: file, pictureDPI: receipt.lowestDPI,
        in: context.forCompanion(reportsProgress: false, within: most)
      ).compare(samples, within: time)
    } catch {
      guard error.code == .missingLibrary else { throw error }
      context.warn("pages were not compared with those of the input: \(error.message)")
      return RenderingComparison.Result()
    }
  }

  /// What a renderer takes for a pixel of a picture, both before and after.
  private static let nanosecondsPerPixel = 15

  /// The pages to look at: those with other pictures, else any, from all over the file; those of the smallest pictures
  /// come first.
  private func samples(
    of receipt: CompressionReceipt, pages count: Int, all: Bool
  ) -> [RenderingComparison.Sample] {
    var changed = Set(receipt.images.compactMap { $0.isChanged ? $0.page : nil })
    if changed.isEmpty { changed = Set(0..<count) }
    var pages = changed.sorted()
    if !all, pages.count > Self.mostPages {
      let last = Self.mostPages - 1
      pages = (0...last).map { pages[$0 * (pages.count - 1) / last] }
    }
    var pixels: [Int: Double] = [:]
    for image in receipt.images {
      if let page = image.page {
        pixels[page, default: 0] += Double(image.width) * Double(image.height)
      }
    }
    return pages.map { page in
      let nanoseconds = (pixels[page] ?? 0) * Double(Self.nanosecondsPerPixel)
      return RenderingComparison.Sample(page: page, time: .seconds(nanoseconds / 1e9))
    }.sorted { ($0.time, $0.page) < ($1.time, $1.page) }
  }

  private func note(_ spared: Set<Int>, of count: Int) {
    guard !spared.isEmpty else { return }
    let numbers = spared.sorted().prefix(10).map { "\($0 + 1)" }.joined(separator: ", ")
    let more = spared.count > 10 ? " and \(spared.count - 10) more" : ""
    context.note(
      "pages", .kept,
      why: spared.count == count
        ? "their content stays as it was: some looked different when it was made smaller"
        : "\(spared.count == 1 ? "page" : "pages") \(numbers)\(more) looked different with smaller "
          + "content, which stays as it was")
  }
}

extension CompressionReceipt {
  /// The lowest resolution that a picture was brought to.
  fileprivate var lowestDPI: Double {
    let all = images.compactMap { image -> Double? in
      guard case .became(let width, _, _, _) = image.outcome, let dpi = image.dpi else {
        return nil
      }
      return dpi * Double(width) / Double(max(1, image.width))
    }
    return all.min() ?? .infinity
  }
}
