/// Marks an `unsupportedContent` as one of a whole file that holds nothing of what its reader reads, such as a text
/// without a table: it is not damaged, but there is nothing in it to convert.
///
/// A reader gives it as the error's cause.
public struct NothingToRead: Error {
  public init() {}
}

extension ConversionError {
  /// Whether the file is whole and merely holds nothing of the model that it is read as.
  package var meansNothingToRead: Bool { cause is NothingToRead }
}
