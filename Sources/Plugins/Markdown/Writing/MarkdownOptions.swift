public import ConverterCore

/// How a table's source looks.
public struct MarkdownOptions: WriterOptions {
  static let alignOption = OptionDescriptor(
    "align", .flag, default: "true", help: "cells are filled with spaces up to their column's width"
  )

  public static let descriptors = [alignOption]

  let isAligned: Bool

  public init(_ options: ConversionOptions) throws(ConversionError) {
    isAligned = try options.isSet(Self.alignOption)
  }
}
