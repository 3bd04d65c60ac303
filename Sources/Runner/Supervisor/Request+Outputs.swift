import ConverterCore
import SystemPackage

extension Request {
  /// Whether a worker that converts this may ask for `destination`: the output itself, or a companion
  /// of it if it asks for them, which stands beside it and begins with its name.
  func mayWrite(_ destination: OutputFile.Destination) -> Bool {
    guard destination != output else { return output.path == nil || !destination.isFolder }
    guard
      [OptionDescriptor.images, .tables].contains(where: { options.settings[$0.key] == "all" }),
      case .file(let path) = output,
      case .file(let wanted) = destination,
      let stem = path.stem, let other = wanted.stem
    else { return false }
    return wanted.removingLastComponent() == path.removingLastComponent()
      && wanted.extension == path.extension && other.hasPrefix("\(stem)-")
      && wanted.lastComponent?.kind == .regular
  }
}

extension OutputFile.Destination {
  fileprivate var isFolder: Bool { if case .folder = self { true } else { false } }
}

extension Assignment {
  /// More outputs than files have pictures in them; each is an open file in both processes.
  static let mostOutputs = 448
}
