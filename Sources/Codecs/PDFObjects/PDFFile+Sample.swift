package import ConverterCore

extension PDFFile {
  /// A file of some pages as they are now, for a renderer: with all that is seen on them, and nothing else.
  ///
  /// - Parameter indices: of pages, from 0.
  package func sample(of indices: [Int]) throws(ConversionError) -> PDFFile {
    let sample = try PDFFile.empty()
    for index in indices {
      let page = try page(index)
      let copy = sample.dictionary()
      let others: (PDFObject.ID) -> PDFObject? = { _ in nil }
      try sample.transplantEntries(
        of: page, into: copy, except: ["/Parent", "/B", "/AA", "/Thumb", "/PieceInfo"], page: others
      )
      for key in ["/Resources", "/MediaBox", "/CropBox", "/Rotate"] where !page.has(key) {
        let value = page.inherited(key)
        if !value.isNull { copy[key] = try sample.transplant(value, page: others) }
      }
      try sample.append(sample.indirect(copy))
    }
    return sample
  }
}
