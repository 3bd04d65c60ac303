internal import ConverterCore

/// What becomes of a gain map in a conversion.
enum GainMapOutcome: Equatable {
  /// There is none.
  case absent
  /// It is written into the file.
  case kept
  case dropped(String)

  /// - Parameter picture: whose gain map is in memory afterwards, where it is kept and had to be decoded to know that
  ///   it is whole.
  /// - Throws: `interrupted`.
  init(
    of picture: inout Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    guard picture.facts.companions.contains(where: { $0.kind == .gainmap }) else {
      self = .absent
      return
    }
    // All that the file has stays in it, to the byte.
    if picture.facts.staysAsStored, options.metadata == .keep {
      self = .kept
      return
    }
    let writer = "\(capabilities.format) writer"
    guard capabilities.items.contains(.gainMap) else {
      self = .dropped("\(writer) does not carry it")
      return
    }
    guard let gainMap = picture.facts.gainMap else {
      self = .dropped("the file does not say, in a way that fairy knows, how it is to be applied")
      return
    }
    guard options.hdr == .keep else {
      self = .dropped("--hdr keep keeps it")
      return
    }
    if let obstacle = try Self.obstacle(to: gainMap, of: &picture, options, in: context) {
      self = .dropped(obstacle)
    } else {
      self = .kept
    }
  }

  /// Why it cannot go on with the picture.
  private static func obstacle(
    to gainMap: GainMap, of picture: inout Picture, _ options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> String? {
    let (facts, placement) = (picture.facts, gainMap.placement)
    guard gainMap.baseHeadroom < gainMap.alternateHeadroom else {
      return "its base is the HDR picture, and what is written is SDR"
    }
    guard placement.width == facts.width, placement.height == facts.height else {
      return "where it lies on the changed picture is not known"
    }
    if facts.format.channels == .cmyk { return "it is none for CMYK" }
    let map: PictureFacts
    do {
      guard let opened = try picture.gainMapPicture(in: context) else {
        return "the file does not hold it"
      }
      map = opened.facts
    } catch {
      return try words(for: error)
    }
    // Of sizes that are rounded, the shorter side may be off by a pixel.
    let across = Double(map.width) * Double(facts.height)
    let along = Double(map.height) * Double(facts.width)
    let pixel = Double(max(facts.width, facts.height))
    guard (across - along).magnitude <= max(0.02 * max(across, along), 1.5 * pixel) else {
      return "its sides are not in proportion to the picture's"
    }
    let isColoured = gainMap.channels.count > 1 || !map.format.isGray
    if isColoured, gainMap.usesBaseColours, options.profile != .keep {
      return "it has a gain for each primary colour, and --profile \(options.profile.rawValue) "
        + "changes these"
    }
    // A plan is made without the content.
    guard !context.isPlanning else { return nil }
    do {
      picture = try picture.withWholeGainMap(in: context)
    } catch {
      return try words(for: error)
    }
    return nil
  }

  private static func words(for error: ConversionError) throws(ConversionError) -> String {
    guard error.code != .interrupted else { throw error }
    return "it cannot be read: \(error.message)"
  }
}
