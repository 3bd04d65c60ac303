import ConverterCore
import PDFObjects

/// A file as it was written, opened again before anybody else gets it.
struct WrittenFile {
  private let file: PDFFile

  /// - Parameters:
  ///   - output: which has just been written.
  ///   - passwords: one of which opens it, where it is encrypted.
  ///   - pages: how many it must have.
  /// - Throws: `damagedInput` where it does not hold: qpdf writes a sound file of every sound file.
  @discardableResult
  init(
    _ output: OutputFile, openedBy passwords: Passwords, pages: Int, in context: ConversionContext
  ) throws(ConversionError) {
    do throws(ConversionError) {
      file = try PDFFile.open(output.reopened(), with: passwords, limits: context.limits)
      try check(pages: pages)
    } catch {
      guard
        [.damagedInput, .missingPassword, .wrongPassword, .unsupportedContent].contains(error.code)
      else { throw error }
      throw ConversionError(
        .damagedInput,
        "is damaged: what is made of it could not be opened again (the result \(error.message)); "
          + "nothing was written", cause: error)
    }
  }

  private func check(pages: Int) throws(ConversionError) {
    file.noteRepairs()
    if let first = file.repairs.first {
      throw ConversionError(.damagedInput, "would have to be repaired: \(first)")
    }
    let count = try DeepWork.run { () throws(ConversionError) in try file.pageCount }
    guard count == pages else {
      throw ConversionError(.damagedInput, "has \(count) pages, and not \(pages)")
    }
    for index in 0..<count {
      let page = try file.page(index)
      let content = page["/Contents"]
      let parts = content.isArray ? content.items : [content]
      guard page.isDictionary, parts.allSatisfy({ $0.isStream || $0.isNull }) else {
        throw ConversionError(.damagedInput, "has no page \(index + 1)")
      }
    }
  }
}
