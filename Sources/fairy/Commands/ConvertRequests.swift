import ConverterCore

/// From the words of `fairy convert` to a list of requests.
enum ConvertRequests {
  /// - Throws: `usage` when the words do not fit together, before anything is converted.
  ///
  /// - Parameter unlisted: called for a folder in a walk that cannot be listed.
  static func make(
    _ command: Convert, to type: ContentType, unlisted: (ConversionError) -> Void
  ) throws(ConversionError) -> [Request] {
    let found = try InputList.expand(
      command.inputs, recursive: command.recursive, unlisted: unlisted)
    let naming = try OutputNaming(
      command.output, for: InputSequence(command.inputs, recursive: command.recursive))
    if case .standardOutput = naming, Console.isTerminal {
      throw ConversionError(
        .usage, "standard output is a terminal; name a file with -o, or send it somewhere: | or >")
    }
    let requests = found.map { found in
      Request(
        input: found.input, target: type, output: naming.destination(of: found, target: type),
        conflict: command.onConflict, keepsTimes: command.keepTimes,
        options: command.conversion.options, limits: command.limits.limits,
        skipsUnsuitable: found.isFromFolder)
    }
    try OutputNaming.checkDistinct(requests)
    if case .folder = naming { try OutputNaming.makeFolders(for: requests) }
    return requests
  }
}
