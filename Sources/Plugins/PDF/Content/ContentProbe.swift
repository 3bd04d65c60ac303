package import ConverterCore
import PDFObjects

/// Content streams as arbitrary bytes, for who feeds the parser from outside of the plugin.
package enum ContentProbe {
  /// Reads a stream, and takes its pictures out.
  package static func read(_ bytes: [UInt8]) {
    _ = try? ContentInterpreter.summary(of: bytes) { () throws(ConversionError) in }
    _ = InlineImage.externalizingInlineImages(in: bytes, above: 8)
  }

  /// The walk over a whole file.
  package static func walk(_ bytes: [UInt8], in context: ConversionContext) throws(ConversionError)
  {
    let file = try PDFFile(InputFile(bytes: bytes), limits: context.limits)
    let uses = try ContentUses.find(in: file, in: context)
    uses.resources.dropUnused()
    for page in 0..<(try file.pageCount) {
      _ = try file.page(page).externalizeInlineImages(above: 8, in: context)
    }
    _ = try ContentUses.find(in: file, in: context)
  }
}
