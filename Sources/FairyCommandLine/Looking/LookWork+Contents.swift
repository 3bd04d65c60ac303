import ConverterCore
import Runner

// What is in a file: its models, its text, or its facts.
extension LookWork {
  mutating func showContent() throws(ConversionError) {
    if let address = input.address {
      let found = try converter.files(matching: address, in: opened, context)
      guard found.count == 1, found[0].path == address.last else {
        let archive = try converter.resolve(address.steps.dropLast(), in: opened, context)
        titlePage()
        return try converter.show(archive, narrowedTo: address.last, on: page, in: context)
      }
    }
    let file = try converter.resolve(input, in: opened, context)
    let type: ContentType
    do throws(ConversionError) {
      type = try converter.detect(file, in: context).type
    } catch {
      throw error.about(input.path)
    }
    result.type = type.id
    if file.byteCount > 0 || file.isFolder || converter.mayBeEmpty(type) {
      titlePage(type)
      if try show(file, type) { return }
      if !converter.isRead(type), try showText(file, type) { return }
    }
    show(try FileReport(file, of: input, as: look.model, converter: converter, in: context))
  }

  /// Shows the content of a file, as the model that it is read as.
  ///
  /// - Returns: whether there is nothing to add.
  private mutating func show(
    _ file: InputFile, _ type: ContentType
  ) throws(ConversionError) -> Bool {
    do throws(ConversionError) {
      return try converter.show(file, type: type, as: look.model, on: page, in: context)
    } catch {
      if error.meansNothingToRead, look.model == nil { return try showText(file, type) }
      if error.code == .unsupportedContent {
        unfinished = try? FileReport(
          file, of: input, as: look.model, converter: converter, in: context)
      }
      throw error
    }
  }

  /// Shows a text that no model was found in.
  ///
  /// - Returns: whether there was any to show.
  private func showText(_ file: InputFile, _ type: ContentType) throws(ConversionError) -> Bool {
    // The content itself is for scripts only where it is a model.
    guard !page.isJSON, let text = TextContent(file, type: type, in: converter.catalog) else {
      return false
    }
    if !converter.isRead(type) {
      try converter.answerUnusedOptions(of: nil, type, but: [.encoding], in: context)
    }
    try text.show(on: page, in: context)
    return true
  }

  /// Gives the page a title for people.
  private func titlePage(_ type: ContentType? = nil) {
    let name = input.display
    page.title = name.split(separator: "/").last.map(String.init) ?? name
    guard !page.isJSON else { return }
    page.heading = style.strong(type.map { "\(name): \($0.name)" } ?? name)
  }
}
