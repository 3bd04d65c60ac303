import ConverterCore
import RecognizedTextModel

/// How words are written in a format.
protocol RecognizedTextForm: Sendable {
  var name: String { get }
  var type: ContentType.ID { get }
  var capabilities: RecognizedText.Capabilities { get }

  /// What stands before the pages.
  func beginning(pageCount: Int) -> String
  /// A page.
  ///
  /// - Parameter index: from 0.
  func text(of page: RecognizedPage, index: Int) -> String
  /// What stands behind the pages.
  var end: String { get }
}

extension RecognizedTextForm {
  func beginning(pageCount _: Int) -> String { "" }
  var end: String { "" }
}

/// There are none.
struct RecognizedTextOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] = []

  init(_ options: ConversionOptions) {}
}

/// Writes words page by page, as they are recognised.
struct RecognizedTextWriter<Form: RecognizedTextForm>: Writer {
  typealias Model = RecognizedText

  let form: Form

  init(_ form: Form) { self.form = form }

  var name: String { form.name }
  var types: [ContentType.ID] { [form.type] }
  let ledgerWords = ["layout", "confidences"]

  typealias Options = RecognizedTextOptions

  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  func capabilities(
    for _: ContentType.ID, options _: Options
  ) -> RecognizedText.Capabilities { form.capabilities }

  func announce(
    _ model: RecognizedText, as type: ContentType.ID, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    if !form.capabilities.places {
      context.note("layout", .dropped, why: "\(name) does not say where words stand")
    }
    if !form.capabilities.confidences {
      context.note("confidences", .dropped, why: "\(name) does not say how sure words are")
    }
  }

  func write(
    _ model: RecognizedText, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    // Of pages without any word nothing is written: what holds no text is no empty text file.
    var beginning: String? = form.beginning(pageCount: model.pageCount)
    for index in 0..<model.pageCount {
      try context.checkpoint()
      let page = try model.page(index)
      let text = form.text(of: page, index: index)
      guard let held = beginning else {
        try output.write(Array(text.utf8))
        continue
      }
      beginning = held + text
      guard !page.words.isEmpty else { continue }
      try output.write(Array((held + text).utf8))
      beginning = nil
    }
    guard beginning == nil else {
      throw ConversionError(.unsupportedContent, "no words were recognised in it")
    }
    try output.write(Array(form.end.utf8))
  }
}
