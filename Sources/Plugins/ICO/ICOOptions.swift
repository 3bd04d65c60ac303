public import ConverterCore
import PictureModel

/// In which sizes an icon holds its picture.
public struct ICOOptions: WriterOptions {
  /// Pixels of the longer side, ascending; `nil` for what suits the picture.
  let sizes: [Int]?
  let enlarges: Bool

  private static let sizes = OptionDescriptor(
    "sizes", .text("auto|numbers of 1…256 with commas: 16,32,48,256"), default: "auto",
    help: "the sizes that the icon holds, in pixels of the longer side")

  public static let descriptors = [sizes]

  public let takes: Set<ConversionOptions.Name> = [.enlarge]
  public var changesContent: Bool { sizes != nil }

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    enlarges = options.enlarge
    let text = try options.value(of: Self.sizes)
    guard text != "auto" else {
      sizes = nil
      return
    }
    var numbers: Set<Int> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word), (1...256).contains(number) else {
        throw ConversionError(
          .usage, "--set sizes=\(text) is not one of its values: \(Self.sizes.valuesText)")
      }
      numbers.insert(number)
    }
    sizes = numbers.sorted()
  }

  /// The sizes for a picture whose longer side has `side` pixels.
  ///
  /// By default those that Windows looks for, and that of the picture where it is another one.
  func sizes(for side: Int) -> (written: [Int], leftOut: [Int]) {
    guard let sizes else {
      let usual = [16, 32, 48, 256].filter { $0 <= side }
      let all = side <= 256 ? Set(usual + [side]) : Set(usual)
      return (all.sorted(), [])
    }
    let written = enlarges ? sizes : sizes.filter { $0 <= side }
    guard !written.isEmpty else { return ([min(256, side)], sizes) }
    return (written, sizes.filter { !written.contains($0) })
  }
}
