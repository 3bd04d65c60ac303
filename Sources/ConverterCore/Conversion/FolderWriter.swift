/// A writer whose result is a folder.
public protocol FolderWriter<Model>: Writer {
  /// Fills `folder`. It is not visible under its name before the caller publishes it, so a writer that throws need not
  /// clean up.
  func write(
    _ model: Model, into folder: OutputFolder, options: Options, in context: WritingContext
  ) throws(ConversionError)
}

extension FolderWriter {
  public func write(
    _ model: Model, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    throw ConversionError(.usage, "a folder cannot be written as a file: name a folder with -o")
  }
}
