import ArchiveModel
import BuiltinPlugins
import ConverterCore
import MailboxModel
import PictureModel
import RecognizedTextModel
import TableModel
import TreeModel

extension Registry {
  /// Every plugin of the manifest.
  static let builtin: Registry = builtinPlugins.reduce(into: Registry()) { registry, plugin in
    try? plugin.register(in: &registry)
  }
}

extension Parser {
  /// The reader of a type, over all of its model.
  static func reader(_ target: FuzzTarget) -> Parser {
    switch Registry.builtin.reader(for: target.type) {
    case is any Reader<Picture>: picture(target.name, target.type)
    case is any Reader<Archive>: archive(target.name, target.type)
    case is any Reader<Table>: tables(target.name, target.type)
    case is any Reader<Tree>: treeFormat(target.name, target.type)
    case is any Reader<RecognizedText>: words(target.name, target.type)
    case is any Reader<Mailbox>: mail(target.name, target.type)
    default: preconditionFailure("\(target.name): models of this kind have parsers of their own")
    }
  }

  /// Facts and all pixels of a picture, and of the next few of an animation.
  private static func picture(_ name: String, _ type: ContentType.ID) -> Parser {
    model(
      name, type, by: builtinPlugins, within: .quick(seconds: 10) { $0.pixels = 1 << 20 }
    ) { (picture: Picture, context) in
      let pages = picture.parts.prefix(3).compactMap { try? $0.open() }
      for page in pages.isEmpty ? [picture] : pages {
        let formats: [PixelFormat] = page.facts.format.channels == .cmyk ? [.cmyk8] : [.rgba8]
        var demand = PixelDemand(formats)
        // Of an animation the first pictures, and then the first one again.
        for frame in [0, 1, 2, 0].filter({ $0 < page.facts.animation?.durations.count ?? 1 }) {
          demand.frame = frame
          guard let source = try? page.pixels(for: demand, in: context) else { continue }
          while let band = try? source.nextBand() { _ = band.height }
        }
      }
    }
  }
}
