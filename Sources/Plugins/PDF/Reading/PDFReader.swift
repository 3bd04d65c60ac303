import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFReader: Reader {
  let name = "PDF"
  let takes: Set<ConversionOptions.Name> = [.passwordFile]
  let types: [ContentType.ID] = ["com.adobe.pdf"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [
      SystemLibrary.qpdf.required, Poppler.renderer.required(for: "pages as pictures"),
      Poppler.textReader.required(for: "text"),
    ]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> PagedDocument {
    // Pages may stand in lists within lists without end.
    let (content, pages, lost) = try DeepWork.run {
      () throws(ConversionError) -> (PDFContent, [DocumentPage], [Int]) in
      let file = try PDFFile.open(
        input, with: context.reading.passwords, limits: context.limits)
      let content = PDFContent(file: file, input: input, limits: context.limits)
      let structure = content.structure
      return (content, try structure.allPages(), try structure.lostPages)
    }
    let file = content.structure.file
    file.noteRepairs()
    guard !pages.isEmpty else {
      throw ConversionError(
        .damagedInput,
        lost.isEmpty && file.repairs.isEmpty
          ? "has no pages" : "is damaged: none of its pages can be recovered")
    }
    if let first = file.repairs.first {
      context.inputIsDamaged = true
      let more = file.repairs.count > 1 ? " and \(file.repairs.count - 1) more" : ""
      context.warn("is damaged and was repaired to read it: \(first)\(more)")
    }
    if !lost.isEmpty {
      let numbers = lost.prefix(10).map { "\($0 + 1)" }.joined(separator: ", ")
      let more = lost.count > 10 ? " and \(lost.count - 10) more" : ""
      context.note(
        "pages", .dropped,
        why: "\(lost.count == 1 ? "page" : "pages") \(numbers)\(more) cannot be recovered")
    }
    var source = DocumentSource(
      fileNamed: input.name ?? "standard input", content: .document(content))
    if !lost.isEmpty { source.countWithLostPages = pages.count + lost.count }
    return PagedDocument(pages: pages, sources: [source])
  }
}
