import ConverterCore

/// Turns the words of the command line into files, all at once.
enum InputList {
  static func expand(
    _ arguments: [PathArgument], recursive: Bool, unlisted: (ConversionError) -> Void
  ) throws(ConversionError) -> [FoundInput] {
    var inputs = InputSequence(arguments, recursive: recursive)
    var found: [FoundInput] = []
    while let input = try inputs.next(unlisted: unlisted) { found.append(input) }
    return found
  }
}
