import ConverterCore

/// The options of what writes mail: it loses nothing by its coding.
struct MailOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] = []

  /// For those who pass the work on to another writer.
  let conversion: ConversionOptions

  init(_ options: ConversionOptions) throws(ConversionError) {
    conversion = options
  }
}
