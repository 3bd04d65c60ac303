public import ConverterCore

/// Shows files in a sealed worker; the program that formats the output gives one to its workers.
public protocol LookRenderer: Sendable {
  /// Shows what was asked for. A failure is a result.
  ///
  /// - Parameters:
  ///   - file: the input of the request, open: where that is in an archive, the archive.
  ///   - context: made for this look.
  ///   - output: takes what is shown.
  func look(
    _ look: LookRequest, at file: InputFile, through converter: Converter,
    in context: ConversionContext, on output: LookOutput
  ) -> LookResult
}
