import ConverterCore

/// Which entries are meant, and what happens with bad ones.
struct EntryOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] = []
  let takes: Set<ConversionOptions.Name> = [.entries, .keepGoing]

  let conversion: ConversionOptions

  init(_ options: ConversionOptions) throws(ConversionError) {
    conversion = options
  }
}
