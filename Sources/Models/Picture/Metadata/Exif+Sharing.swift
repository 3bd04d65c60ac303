extension Exif {
  /// A new, small Exif stream with what may be told to strangers; `nil` if nothing is left.
  ///
  /// It is a list of what stays, so that a field nobody thought of goes. What stays: make, model
  /// and lens model of the camera, every date with its fraction and offset, exposure, orientation
  /// (as upright), size, and the artist and copyright, which their author put there to travel along.
  /// What goes: the GPS directory, maker notes, serial numbers, unique IDs, the owner's name, the
  /// host computer, the software, descriptions and comments (free text names places and people),
  /// ratings, the subject's area, weather and motion (tags 0x9400…), the thumbnail, private tags.
  ///
  /// - Parameters:
  ///   - width: The width of the picture as it will be written, in pixels.
  ///   - height: The height likewise.
  static func shareable(_ exif: [UInt8], width: Int, height: Int) -> [UInt8]? {
    let current = settingSize(
      width: width, height: height, in: settingOrientation(to: .upright, in: exif))
    guard let structure = Structure(current) else { return nil }
    let primary = fields(shareableInPrimary, of: .primary, in: structure)
    let camera = fields(shareableInExif, of: .exif, in: structure)
    guard !primary.isEmpty || !camera.isEmpty else { return nil }
    return Builder(bigEndian: structure.data.isBigEndian).stream(primary: primary, exif: camera)
  }

  /// The fields that may stay, each once.
  private static func fields(
    _ forms: [UInt16: SharedForm], of name: Structure.DirectoryName, in structure: Structure
  ) -> [Builder.Field] {
    var seen: Set<UInt16> = []
    return (structure[name]?.fields ?? []).compactMap { field in
      guard let form = forms[field.tag], let shared = shared(field, as: form, in: structure),
        seen.insert(field.tag).inserted
      else { return nil }
      return shared
    }
  }

  private static func shared(
    _ field: Structure.Field, as form: SharedForm, in structure: Structure
  ) -> Builder.Field? {
    guard field.count > 0, let type = FieldType(rawValue: field.type) else { return nil }
    let value = structure.data.bytes[field.value]
    switch (form, type) {
    case (.text, .ascii), (.text, .utf8):
      return text(value, tag: field.tag)
    case (.date, .ascii):
      return text(value, tag: field.tag).flatMap { isDate($0.value) ? $0 : nil }
    case (.integer, .short), (.integer, .long):
      // Old cameras write two sensitivities; the first is the one set.
      return Builder.Field(
        tag: field.tag, type: type, count: 1, value: Array(value.prefix(type.byteCount)))
    case (.fractions(field.count), .rational), (.fractions(field.count), .signedRational),
      (.bytes(field.count), .undefined):
      return Builder.Field(tag: field.tag, type: type, count: field.count, value: Array(value))
    default: return nil
    }
  }

  /// Nothing but digits and what stands between them passes as a date, a fraction or an offset;
  /// some write "2024-04-22T14:38:09GMT+2".
  private static func isDate(_ text: [UInt8]) -> Bool {
    text.count <= 32
      && text.dropLast().allSatisfy {
        (0x30...0x39).contains($0) || "-+:. TZGMUC".utf8.contains($0)
      }
  }

  /// The text up to its first NUL, for there may be anything behind it. Copyright has two texts:
  /// the photographer's, NUL, the editor's.
  private static func text(_ value: ArraySlice<UInt8>, tag: UInt16) -> Builder.Field? {
    let parts = value.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    var text = Array(parts.prefix(tag == Tag.copyright ? 2 : 1).joined(separator: [0]))
    while text.last == 0 { text.removeLast() }
    guard !text.isEmpty else { return nil }
    text.append(0)
    return Builder.Field(tag: tag, type: .ascii, count: text.count, value: text)
  }
}
