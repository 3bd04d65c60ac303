public import ConverterCore

/// Decides which entries a writer gets, and under which names.
///
/// Entries that were not asked for are passed over. Those with unsafe names, forbidden kinds, and contents
/// that cannot be read end the conversion, or are left out and noted (`--keep-going`). Names that repeat
/// get a number.
public final class Admission: Sendable {
  private let options: ConversionOptions
  private let context: ConversionContext

  public init(_ options: ConversionOptions, in context: ConversionContext) {
    self.options = options
    self.context = context
  }

  /// The entry as it is to be written; `nil` when it is passed over or left out.
  ///
  /// Called once for each entry, in the order of the archive.
  ///
  /// - Throws: `unsafeEntry`, `limitExceeded`.
  public func admit(_ entry: Entry) throws(ConversionError) -> Entry? { entry }

  /// Leaves an entry out whose content could not be read, and notes it, or throws `error`.
  public func leaveOut(_ entry: Entry, _ error: ConversionError) throws(ConversionError) {
    throw error
  }

  /// Called after the last entry.
  ///
  /// - Throws: `inputNotFound` when a pattern of the request matched nothing.
  public func finish() throws(ConversionError) {}
}
