import ConverterCore
import SystemPackage

/// A file to convert and where it stands below the folder that was named.
struct FoundInput {
  let input: Request.Input
  /// The folders between the named folder and the file; empty for a file named itself.
  let subfolder: FilePath
  /// Whether a walk over a folder or an archive found it, rather than the user naming it.
  let isFromFolder: Bool
  /// What an archive says of its size.
  let entryByteCount: Int?
  /// Why it is known already that it cannot be converted.
  let failure: ConversionError?

  init(
    _ input: Request.Input, subfolder: FilePath = "", isFromFolder: Bool = false,
    entryByteCount: Int? = nil, failure: ConversionError? = nil
  ) {
    self.input = input
    self.subfolder = subfolder
    self.isFromFolder = isFromFolder
    self.entryByteCount = entryByteCount
    self.failure = failure
  }

  /// The size of the file as far as it is known without reading it; 0 where it is not.
  var byteCount: Int {
    entryByteCount ?? (input.address == nil ? input.path?.size ?? 0 : 0)
  }
}
