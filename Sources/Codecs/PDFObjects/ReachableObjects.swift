package import ConverterCore

/// What can be reached from the trailer: what a file that is written will hold.
package struct ReachableObjects {
  package private(set) var count = 0
  package private(set) var streams: [PDFObject.ID] = []
  /// What annotations look like. Programs that fill in forms write into these streams, so each needs its own.
  package private(set) var appearances: Set<PDFObject.ID> = []
  /// Fonts with their glyphs.
  package private(set) var fonts: Set<PDFObject.ID> = []
  /// Whether something has what programs keep for themselves (``PrivateData``).
  package private(set) var hasPrivateData = false
  /// Whether something is described by metadata.
  package private(set) var hasDescriptions = false
  /// Whether some resources have another colour space in the place of one of a device (ISO 32000-1, 8.6.5.6).
  package private(set) var hasDefaultColourSpaces = false

  package static func find(
    in file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) -> ReachableObjects {
    var found = ReachableObjects()
    try file.forEachContainer(in: context) { (object) throws(ConversionError) in
      if object.isStream, let id = object.id { found.streams.append(id) }
      guard object.isDictionary else { return }
      if !found.hasPrivateData {
        found.hasPrivateData = object.has("/PieceInfo") || object.has("/Thumb")
      }
      if !found.hasDescriptions { found.hasDescriptions = object.has("/Metadata") }
      if object.has("/AP") { found.addAppearances(object["/AP"]) }
      if !found.hasDefaultColourSpaces, case let spaces = object["/ColorSpace"],
        spaces.isDictionary
      {
        found.hasDefaultColourSpaces = ["/DefaultGray", "/DefaultRGB", "/DefaultCMYK"]
          .contains { spaces.has($0) }
      }
      for key in ["/FontFile", "/FontFile2", "/FontFile3"] {
        if object.has(key), let id = object[key].id { found.fonts.insert(id) }
      }
    } counting: {
      found.count += 1
    }
    return found
  }

  /// - Parameter look: the dictionary AP of an annotation (ISO 32000-1, 12.5.5).
  private mutating func addAppearances(_ look: PDFObject) {
    for key in look.keys {
      let state = look[key]
      for stream in state.isStream ? [state] : state.keys.map({ state[$0] }) {
        if let id = stream.id { appearances.insert(id) }
      }
    }
  }
}

extension PDFFile {
  /// Calls `visit` with every array, dictionary and stream that can be reached, each indirect one once.
  ///
  /// What it takes out of an object is not followed, and what it puts in is. It is no recursion: files may be
  /// nested as deep as they are long.
  ///
  /// - Parameter counting: called for each indirect object, of whatever kind.
  package func forEachContainer(
    in context: ConversionContext, _ visit: (PDFObject) throws(ConversionError) -> Void,
    counting: () -> Void = {}
  ) throws(ConversionError) {
    var seen: Set<PDFObject.ID> = []
    var open = [trailer]
    var steps = 0
    while let object = open.popLast() {
      if let id = object.id {
        guard seen.insert(id).inserted else { continue }
        counting()
      }
      steps += 1
      if steps.isMultiple(of: 1024) { try context.checkpoint() }
      switch object.kind {
      case .array, .dictionary, .stream:
        try visit(object)
        for part in object.parts where part.id.map({ !seen.contains($0) }) ?? true {
          open.append(part)
        }
      default: break
      }
    }
    try check()
  }

  /// Lets all references to some objects lead to others.
  package func redirect(
    _ places: [PDFObject.ID: PDFObject.ID], in context: ConversionContext
  ) throws(ConversionError) {
    guard !places.isEmpty else { return }
    try forEachContainer(in: context) { (object) throws(ConversionError) in
      if object.isArray {
        for index in 0..<object.count {
          if let id = object[index].id, let place = places[id] {
            object[index] = self.object(place)
          }
        }
      } else {
        for key in object.keys {
          if let id = object[key].id, let place = places[id] { object[key] = self.object(place) }
        }
      }
    }
  }
}
