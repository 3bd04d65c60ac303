import ConverterCore
import SystemPackage

extension Request {
  /// Whether a worker that converts this may ask for `destination`: the output itself, or a companion
  /// of it if it asks for them, which stands beside it and begins with its name.
  func mayWrite(_ destination: OutputFile.Destination) -> Bool {
    if destination == .stream { return output == .standardOutput && isStreamed }
    guard destination != output else { return output.path == nil || !destination.isFolder }
    guard case .file(let path) = output, case .file(let wanted) = destination,
      let word = wanted.suffix(behind: path)
    else { return false }
    // Whatever is asked for, a document may have pages: 07, and 07-2 where that is taken.
    let isPage = word.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    return isPage || hasNamedCompanions
  }

  /// Whether words stand in the names of outputs beside the main one.
  private var hasNamedCompanions: Bool {
    if case .split = purpose { return true }
    return [OptionDescriptor.images, .tables].contains { options.settings[$0.key] == "all" }
  }
}

extension OutputFile.Destination {
  fileprivate var isFolder: Bool { if case .folder = self { true } else { false } }
}

extension Assignment {
  /// How many files a worker may have open: all outputs, and as many inputs to merge.
  static let mostFiles = 2 * OutputSet.mostFiles + 64
}
