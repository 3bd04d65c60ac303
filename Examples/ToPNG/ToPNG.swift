import ConverterCore
import PNGPlugin
import PictureModel
import QOIPlugin
import SystemPackage

/// `to-png PICTURE.qoi PICTURE.png`: what a program of your own needs to use the readers and writers that it picks.
@main
struct ToPNG {
  static func main() throws {
    let converter = Converter(registry: try registry())
    let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
    guard paths.count == 2, let png = converter.catalog.type(named: "png") else {
      print("usage: to-png PICTURE.qoi PICTURE.png")
      return
    }
    let outcome = converter.convert(
      Request(input: .file(paths[0]), target: png, output: .file(paths[1])))
    switch outcome.status {
    case .failed(let error): print("\(paths[0]): \(error.message)")
    default: print(outcome.route.joined(separator: " → "))
    }
  }

  /// The formats that the program knows, and what is done to pictures on the way.
  private static func registry() throws -> Registry {
    var registry = Registry()
    for plugin in [QOIPlugin.self, PNGPlugin.self, PictureTransforms.self]
      as [any ConverterPlugin.Type]
    {
      try plugin.register(in: &registry)
    }
    return registry
  }
}
