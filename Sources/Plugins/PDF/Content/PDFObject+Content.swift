import ConverterCore
import PDFObjects

/// Content streams, expanded as far as content may go.
///
/// A filter of a few bytes may stand for gigabytes: nothing is expanded beyond a limit, by decoders of our own.
extension PDFObject {
  /// What nobody draws on one page, and few could.
  private static let mostContent = 1 << 28

  /// The data of a stream without its filters.
  ///
  /// - Parameter limit: the most bytes that it may come to.
  /// - Returns: `nil` for a stream that comes to more, and one whose filters cannot be undone or code pictures.
  /// - Throws: `damagedInput` where qpdf cannot read on.
  func expanded(atMost limit: Int) throws(ConversionError) -> [UInt8]? {
    guard isStream, let filters = try? ImageFilter.all(of: self), let raw = try data(.none) else {
      return nil
    }
    // Room is asked for before anything is expanded, and most streams are small.
    let most = filters.reduce(raw.count) { count, filter in
      let (product, isMore) = count.multipliedReportingOverflow(by: filter.mostExpansion)
      return isMore ? .max : product
    }
    do throws(ConversionError) {
      let (bytes, codec) = try filters.undone(raw, expecting: min(limit, most), isExact: false)
      return codec == nil && bytes.count <= limit ? bytes : nil
    } catch {
      guard error.isAboutImage else { throw error }
      return nil
    }
  }

  /// What a form, a pattern's cell or a glyph draws; `nil` where it cannot be had.
  ///
  /// - Throws: `damagedInput` where qpdf cannot read on.
  func content(in context: ConversionContext) throws(ConversionError) -> [UInt8]? {
    try expanded(atMost: Self.mostContent(in: context))
  }

  /// What a page draws, all parts of it with line feeds between; `nil` where one of them cannot be had.
  ///
  /// - Throws: `damagedInput` where qpdf cannot read on.
  func pageContent(in context: ConversionContext) throws(ConversionError) -> [UInt8]? {
    let whole = self["/Contents"]
    guard whole.isArray else { return whole.isNull ? [] : try whole.content(in: context) }
    let limit = Self.mostContent(in: context)
    var content: [UInt8] = []
    for index in 0..<whole.count {
      if index.isMultiple(of: 64) { try context.checkpoint() }
      let part = whole[index]
      if part.isNull { continue }
      guard let bytes = try part.expanded(atMost: limit - content.count) else { return nil }
      content += bytes
      if content.last.map({ $0 != UInt8(ascii: "\n") }) ?? false {
        content.append(UInt8(ascii: "\n"))
      }
    }
    return content
  }

  private static func mostContent(in context: ConversionContext) -> Int {
    min(mostContent, context.limits.memory / 8)
  }
}
