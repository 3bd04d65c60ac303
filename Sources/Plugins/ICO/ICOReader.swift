public import ConverterCore
import DeviceIndependentBitmaps
public import PictureModel

/// Reads icons and cursors: the largest picture, and the others as further images.
public struct ICOReader: Reader {
  public let name = "ICO"
  public let types: [ContentType.ID] = ["com.microsoft.ico", "com.microsoft.cur"]

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `unsupportedContent`; `limitExceeded`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      let entries = try ICODirectory(of: input).entries
      var main = try picture(entries[0], of: input, in: context.conversion)
      var names = SiblingNames()
      for entry in entries.dropFirst() {
        main.facts.companions.append(.init(.image, width: entry.width, height: entry.height))
        main.siblings.append(
          Sibling(name: names.unique("\(entry.width)x\(entry.height)")) {
            () throws(ConversionError) in
            do throws(ConversionError) {
              return try picture(entry, of: input, in: context.conversion)
            } catch {
              throw error.about(input.path)
            }
          })
      }
      return main
    }
  }

  private func picture(
    _ entry: ICODirectory.Entry, of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard entry.place.upperBound <= input.byteCount, !entry.place.isEmpty else {
      throw ICODirectory.cutOff
    }
    let mark = try input.read(at: entry.place.lowerBound, count: 8)
    if mark == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] {
      guard
        let reader = context.registry.reader(for: "public.png")
          as? any Reader<Picture>
      else {
        throw ConversionError(.unsupportedContent, "holds a PNG picture, which nothing here reads")
      }
      return try reader.read(
        InputFile(content: InputSlice(input, entry.place), name: input.name), type: "public.png",
        in: ReadingContext(context))
    }
    let bitmap = try Bitmap(input, in: entry.place, .icon, context)
    guard bitmap.wrapped == nil else {
      throw ConversionError(.damagedInput, "holds a bitmap that wraps another picture")
    }
    return Picture(try bitmap.facts(in: context)) { _ throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try bitmap.source(in: context)
      }
    }
  }
}
