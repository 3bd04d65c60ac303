import ConverterCore
import SystemPackage

/// A file to convert and where it stands below the folder that was named.
struct FoundInput {
  let input: Request.Input
  /// The folders between the named folder and the file; empty for a file named itself.
  let subfolder: FilePath
  /// Whether a folder walk found it, rather than the user naming it.
  let isFromFolder: Bool
}
