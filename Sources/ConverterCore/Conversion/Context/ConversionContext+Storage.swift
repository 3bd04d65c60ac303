import SystemPackage

/// Where outputs and what is too much for memory are kept, and when memory is freed.
extension ConversionContext {
  /// A file for an output; where an earlier attempt began it, the same anew.
  func createOutput(
    at destination: OutputFile.Destination, permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFile {
    if let merged, let begun = merged.takeOutput(at: destination) {
      merged.keep(begun)
      try begun.startOver()
      return begun
    }
    let output = try files.create(destination, permissions: permissions)
    if let merged, merged.isLenient { merged.keep(output) }
    return output
  }

  /// Keeps something that is no longer used until ``giveBack()``: to free a hundred thousand names takes 5 ms, which a
  /// process that is about to end can save.
  public func keep(_ thing: Any) {
    freeing.keep(thing)
  }

  /// Frees what was kept. The owner of the context calls it at the end, unless the process ends then: what is kept may
  /// hold the context, as pictures do, and neither would ever be freed.
  public func giveBack() {
    freeing.giveBack()
  }

  /// A file for what may be too much for memory; nobody else ever sees it.
  public func scratch() throws(ConversionError) -> OutputFile {
    let file = try files.create(.scratch, permissions: nil)
    file.limits = limits
    return file
  }
}
