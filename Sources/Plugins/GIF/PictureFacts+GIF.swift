import ConverterCore
import PictureModel

extension PictureFacts {
  init(_ file: GIFFile, in context: ConversionContext) throws(ConversionError) {
    let first = file.frames[0]
    self.init(
      width: file.width, height: file.height, format: file.showsThrough ? .rgba8 : .rgb8,
      sampleDepth: 8, coding: first.isInterlaced ? "\(file.version), interlaced" : file.version)
    isLossless = true
    if file.frames.count > 1 {
      frames = file.frames.count
      // Hundredths of a second.
      animation = Animation(
        durations: file.frames.map { $0.delay * 10_000 }, repetitions: file.repetitions)
    } else {
      let table = first.colours ?? file.colours
      palette = Palette(
        first, colours: try first.palette(of: file.input, otherwise: file.colours),
        tableCount: (table?.count ?? 0) / 3,
        hasEmptyPixels: !first.covers(width: width, height: height))
    }
    for part in file.extensions { take(part, in: context) }
  }

  private mutating func take(_ part: GIFExtension, in context: ConversionContext) {
    switch part {
    case .comment(let bytes?):
      // The specification knows ASCII alone; programs write what they like.
      let text =
        String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
      if !text.isEmpty { metadata.texts.append(.init(keyword: "Comment", text: text)) }
    case .xmp(let bytes?):
      if metadata.xmp == nil, !bytes.isEmpty { metadata.xmp = bytes }
    case .profile(let bytes?):
      do throws(ICCProfile.Flaw) {
        let profile = try ICCProfile(bytes)
        guard profile.colourSpace == .rgb else {
          return context.note("icc", .dropped, why: "the profile is for other colours than RGB")
        }
        colour = .icc(profile.bytes)
      } catch {
        context.note("icc", .dropped, why: "the profile was left out: \(error)")
      }
    case .comment(nil): context.note("texts", .dropped, why: "a comment has more than 64 MB")
    case .xmp(nil): context.note("xmp", .dropped, why: "it has more than 64 MB")
    case .profile(nil): context.note("icc", .dropped, why: "the profile has more than 64 MB")
    }
  }
}

extension GIFFile {
  /// How often the whole is shown; a file says how often it is shown again.
  fileprivate var repetitions: Int {
    switch repeats {
    case nil: 1
    case 0: 0
    case let again?: again + 1
    }
  }

  /// Whether any of the pictures, as it is shown, may have pixels that are empty.
  fileprivate var showsThrough: Bool {
    var isOpaque = false
    for frame in frames {
      let before = isOpaque
      isOpaque = isOpaque || frame.covers(width: width, height: height)
      if !isOpaque { return true }
      switch frame.disposal {
      case .keep: break
      case .background: isOpaque = false
      case .previous: isOpaque = before
      }
    }
    return false
  }
}
