import ConverterCore
import JPEGPlugin
import PictureModel

extension Parser {
  /// JPEG files made smaller, cut and turned in their coefficients.
  static let jpegRecoding = model(
    "jpeg-recoding", "public.jpeg", by: [JPEGPlugin.self],
    within: .quick(seconds: 10) { $0.pixels = 1 << 20 }
  ) { (picture: Picture, context) in
    var stored = picture
    stored.facts.staysAsStored = true
    write(stored, ConversionOptions(), in: context)
    var options = ConversionOptions()
    options.quality = Quality(0.3)
    write(stored, options, in: context)
    options = ConversionOptions()
    options.settings = ["crop": "60%x60%+20%+20%", "rotate": "90"]
    write(picture, options, in: context)
    options.settings = ["flip": "vertical"]
    write(picture, options, in: context)
  }

  private static func write(
    _ picture: Picture, _ options: ConversionOptions, in context: ConversionContext
  ) {
    let writer = JPEGWriter()
    guard let own = try? JPEGOptions(options), let output = try? OutputFile(.memory),
      let turned = try? GeometryTransform().apply(
        to: picture, for: writer.capabilities(for: "public.jpeg", options: own), options: options,
        in: context)
    else { return }
    try? writer.write(
      turned, as: "public.jpeg", to: output, options: own, in: WritingContext(context))
  }
}
