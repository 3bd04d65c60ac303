/// What the run of a conversion keeps for its own use; neither readers nor writers see it.
struct RunState {
  /// Whether the output is of the type of the input, where the purpose does not say so.
  var staysInType = false
  /// The inputs of a merge; `nil` where there is one alone.
  var merged: MergedInputs?
  /// Bytes of all input files.
  var readByteCount: Int?
  /// Common options that opening the archives on the way to the file has used.
  var taken: Set<ConversionOptions.Name> = []
}
