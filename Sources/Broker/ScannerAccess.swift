public import ConverterCore
public import Runner
public import SystemPackage

/// How the broker uses scanners, which are programs outside of any sandbox.
public struct ScannerAccess: Sendable {
  /// The scanners that are connected, as `fairy scan --device list --json` shows them.
  ///
  /// It throws why they cannot be listed, such as `missingLibrary`.
  public let list: @Sendable () throws(ConversionError) -> [JSONValue]

  /// Scans what is in a scanner.
  ///
  /// Its arguments are what is asked for, with the members `device`, `source`, `resolution` and `mode`, a folder for the
  /// sheets, and what ends the scanner. It returns the names of the sheets there in order, and why no more came, and throws
  /// what kept the first from coming.
  public let scan:
    @Sendable (JSONValue, FilePath, Interruption) throws(ConversionError) -> (
      files: [FilePath], failure: ConversionError?
    )

  public init(
    list: @escaping @Sendable () throws(ConversionError) -> [JSONValue],
    scan:
      @escaping @Sendable (JSONValue, FilePath, Interruption) throws(ConversionError) -> (
        files: [FilePath], failure: ConversionError?
      )
  ) {
    (self.list, self.scan) = (list, scan)
  }
}
