package import ConverterCore

/// Content streams as arbitrary bytes, for who feeds the parser from outside of the plugin.
package struct ContentProbe {
  /// What a stream draws is read as such; whether that is the same once its pictures are taken out.
  package let staysTheSame: Bool

  package init(_ bytes: [UInt8]) {
    let checkpoint = { () throws(ConversionError) in }
    guard let summary = try? ContentInterpreter.summary(of: bytes, checkpoint: checkpoint),
      let (content, images) = InlineImage.externalizingInlineImages(in: bytes, above: 8),
      var again = try? ContentInterpreter.summary(of: content, checkpoint: checkpoint)
    else {
      staysTheSame = true
      return
    }
    for image in images {
      again.objects[image.name] = nil
      again.names[.xObject]?.remove(image.name)
    }
    again.inlineImages += images.count
    staysTheSame = again.drawsTheSame(as: summary)
  }

  /// The walk over a whole file.
  package static func walk(_ bytes: [UInt8], in context: ConversionContext) throws(ConversionError)
  {
    let file = try PDFFile(InputFile(bytes: bytes), limits: context.limits)
    let uses = try ContentUses.find(in: file, in: context)
    uses.resources.dropUnused()
    for page in 0..<(try file.pageCount) {
      _ = try file.page(page).externalizeInlineImages(above: 8)
    }
    _ = try ContentUses.find(in: file, in: context)
  }
}

extension ContentSummary {
  fileprivate func drawsTheSame(as other: ContentSummary) -> Bool {
    // Pictures that were taken out no longer name their colour spaces.
    func names(_ summary: ContentSummary) -> [ResourceCategory: Set<String>] {
      summary.names.filter { !$0.value.isEmpty && $0.key != .colourSpace }
    }
    return inlineImages == other.inlineImages && isCertain == other.isCertain
      && names(self) == names(other)
      && objects == other.objects && fonts == other.fonts && graphicsStates == other.graphicsStates
  }
}
