import ColourManagementPlugin
import ConverterCore
import HEIFPlugin
import JPEGPlugin
import MagicPlugin
import PNGPlugin
import PictureModel
import SystemPackage

/// Converts `[input, type, output]` with every library that there is: colours go to sRGB.
///
/// - Returns: 0, or the message of what went wrong.
func convert(_ words: [String]) -> String {
  guard words.count == 3 else { return "three words are needed" }
  var registry = Registry()
  do throws(Registry.Conflict) {
    try JPEGPlugin.register(in: &registry)
    try PNGPlugin.register(in: &registry)
    try HEIFPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    try ColourManagementPlugin.register(in: &registry)
    try MagicPlugin.register(in: &registry)
  } catch {
    return error.description
  }
  let converter = Converter(registry: registry)
  guard let type = converter.catalog.type(named: words[1]) else { return "no such type" }
  var request = Request(
    input: .file(FilePath(words[0])), target: type, output: .file(FilePath(words[2])))
  request.options.profile = .srgb
  let outcome = converter.convert(request, threads: 2)
  guard case .failed(let error) = outcome.status else { return "0" }
  return error.message
}
