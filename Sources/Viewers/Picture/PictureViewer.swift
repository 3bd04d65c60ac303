public import ConverterCore
public import PictureModel
import TerminalPictures

/// Shows what is known of a picture: its size, samples and colours, how it was taken, what else its
/// file holds.
public struct PictureViewer: Viewer {
  public let key = "picture"

  public init() {}

  /// The keys up to `orientation` are always there and come first; `null` where the file does not
  /// say. The further ones are there when something is known.
  public func facts(of model: Picture, in context: ConversionContext) -> [Fact] {
    let facts = model.facts
    let capture = facts.metadata.exif.map { Exif.capture(of: $0) } ?? Exif.Capture()
    return contract(facts) + animation(facts) + samples(facts) + pages(model) + capture.facts
      + rest(facts)
  }

  /// "12 pictures in 1.2 s, without end"; seconds and times for scripts, the latter 0 for without end.
  private func animation(_ facts: PictureFacts) -> [Fact] {
    guard let animation = facts.animation else { return [] }
    let seconds = Double(animation.duration) / 1e6
    let times =
      switch animation.repetitions {
      case 0: "without end"
      case 1: "once"
      default: "\(animation.repetitions) times"
      }
    return [
      Fact(
        nil, "Animation",
        "\(animation.durations.count) pictures in \(seconds.rounded(places: 3)) s, \(times)",
        json: .null),
      Fact("duration", nil, "\(seconds)", json: .number(seconds)),
      Fact(
        "repetitions", nil, "\(animation.repetitions)", json: .integer(animation.repetitions)),
    ]
  }

  /// Draws it on a terminal that shows pictures; its facts follow below.
  public func show(
    _ model: Picture, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    guard let graphics = page.graphics else { return false }
    do throws(ConversionError) {
      // The facts take some lines, too.
      let rows = max(graphics.size.rows / 2, graphics.size.rows - 16)
      guard let lines = try model.drawn(on: graphics, rows: rows, in: context) else { return false }
      page.omitTitle()
      _ = try page.write(lines)
    } catch {
      guard error.code != .interrupted, error.code != .writeFailed else { throw error }
      context.warn("it is not shown: \(error.message)")
    }
    return false
  }

  private func contract(_ facts: PictureFacts) -> [Fact] {
    let megapixels = Double(facts.width) * Double(facts.height) / 1e6
    let size = "\(facts.width)×\(facts.height)"
    let hasAlpha = facts.hasAlpha
    let profile = facts.colour.name
    return [
      Fact(
        nil, "Dimensions",
        megapixels < 0.1 ? size : "\(size) (\(megapixels.rounded(places: 1)) megapixels)",
        json: .null),
      Fact("width", nil, "\(facts.width)", json: .integer(facts.width)),
      Fact("height", nil, "\(facts.height)", json: .integer(facts.height)),
      Fact(
        nil, "Samples", "\(facts.sampleDepth) bit, \(hasAlpha ? "with alpha" : "no alpha")",
        json: .null),
      Fact("bitDepth", nil, "\(facts.sampleDepth)", json: .integer(facts.sampleDepth)),
      Fact("hasAlpha", nil, "\(hasAlpha)", json: .bool(hasAlpha)),
      Fact(
        "frames", facts.frames > 1 && facts.animation == nil ? "Frames" : nil, "\(facts.frames)",
        json: .integer(facts.frames)),
      Fact(
        "profile", "Profile", profile?.printable ?? facts.colour.nameless,
        json: profile.map { .string($0) } ?? .null),
      Fact(
        "orientation", facts.storedOrientation == .upright ? nil : "Orientation",
        "\(facts.storedOrientation.rawValue) (stored \(facts.storedOrientation.words), shown upright)",
        json: .integer(facts.storedOrientation.rawValue)),
    ]
  }

  private func samples(_ facts: PictureFacts) -> [Fact] {
    var result = [Fact("coding", "Coding", facts.coding.printable, json: .string(facts.coding))]
    if case .ycbcr(let subsampling, _, _) = facts.format.channels {
      result.append(
        Fact("chroma", nil, subsampling.rawValue, json: .string(subsampling.rawValue)))
    }
    let colour = facts.colourModel
    result.append(Fact("colour", "Colour", colour, json: .string(colour)))
    return result
  }

  private func pages(_ model: Picture) -> [Fact] {
    guard model.facts.animation == nil, model.parts.count > 1 else { return [] }
    return [Fact("pages", "Pages", "\(model.parts.count)", json: .integer(model.parts.count))]
  }

  private func rest(_ facts: PictureFacts) -> [Fact] {
    var result: [Fact] = []
    if let density = facts.metadata.dotsPerInch {
      let (x, y) = (density.x.rounded(places: 2), density.y.rounded(places: 2))
      result.append(
        Fact(
          "dpi", "Density", x == y ? "\(x) dpi" : "\(x)×\(y) dpi",
          json: .array([.number(density.x), .number(density.y)])))
    }
    if let gainMap = facts.gainMap { result.append(gainMap.fact) }
    if !facts.companions.isEmpty {
      result.append(
        Fact(
          "companions", "Also inside", facts.companions.map(\.words).joined(separator: ", "),
          json: .array(facts.companions.map(\.json))))
    }
    return result
  }
}
