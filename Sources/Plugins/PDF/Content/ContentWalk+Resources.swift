import PDFObjects

extension ContentWalk {
  /// Follows all names of a content stream to what they stand for.
  ///
  /// - Parameters:
  ///   - summary: `nil` for content that cannot be had.
  ///   - areOwn: whether the resources are the stream's own. If not, they are those of who draws it, and
  ///     some viewers take the page's instead.
  mutating func follow(
    _ summary: ContentSummary?, node: Int, resources: Int, areOwn: Bool
  ) {
    for (category, names) in summary?.names ?? [:] {
      for name in names {
        let object = table.use(name, category, of: resources)
        if object == nil || !areOwn { strays[category, default: []].insert(name) }
        guard let object else { continue }
        switch category {
        case .xObject: draw(object, summary?.objects[name], node: node, resources: resources)
        case .graphicsState:
          set(object, summary?.graphicsStates[name], node: node, resources: resources)
        case .font: show(object, summary?.fonts[name], node: node, resources: resources)
        case .pattern: paint(object, node: node, resources: resources)
        case .shading: noteColourSpace(of: object)
        case .colourSpace, .properties: break
        }
      }
    }
    guard summary?.isCertain != true else { return }
    table.setUnknown(resources)
    graph.addDoubtful(anything(of: resources))
  }

  /// The node that draws all that a resource dictionary has.
  private mutating func anything(of resources: Int) -> Int {
    let key = Key(role: .anything, resources: resources)
    if let known = nodes[key] { return known }
    let node = graph.addNode()
    nodes[key] = node
    tasks.append(.anything(node: node, resources: resources))
    return node
  }

  mutating func followAll(node: Int, resources: Int) {
    for category in [ResourceCategory.xObject, .graphicsState, .font, .pattern] {
      guard let place = table.dictionary(category, of: resources) else { continue }
      let dictionary = table.dictionaries[place].object
      for name in dictionary.keys {
        let (object, maps) = (dictionary[name], MapSet(.identity))
        switch category {
        case .xObject: draw(object, maps, node: node, resources: resources)
        case .graphicsState: set(object, maps, node: node, resources: resources)
        case .font: show(object, maps, node: node, resources: resources)
        default: paint(object, node: node, resources: resources)
        }
      }
    }
  }

  /// `Do`.
  private mutating func draw(_ object: PDFObject, _ maps: MapSet?, node: Int, resources: Int) {
    guard let maps, object.isStream else { return }
    if object["/Subtype"].name == "/Image" {
      noteColourSpace(of: object)
      for image in nodes(ofImage: object) { graph.addEdge(node, to: image, maps) }
    } else if let form = self.node(ofStream: object, resources: resources) {
      graph.addEdge(node, to: form, maps.of(object.map("/Matrix")))
    }
  }

  /// A node that does nothing but draw an XObject.
  mutating func node(drawing object: PDFObject, resources: Int) -> Int {
    let node = graph.addNode()
    draw(object, MapSet(.identity), node: node, resources: resources)
    return node
  }

  /// `gs`: a soft mask's group, a font, and a transfer function, which is taken for one of all that the content
  /// draws.
  private mutating func set(_ state: PDFObject, _ maps: MapSet?, node: Int, resources: Int) {
    if state.setsTransferFunction { graph.addTransferred(node) }
    let group = state["/SMask"]["/G"]
    if let maps, let form = self.node(ofStream: group, resources: resources) {
      graph.addEdge(node, to: form, maps.of(group.map("/Matrix")))
      if state["/SMask"].hasTransferFunction("/TR") { graph.addTransferred(form) }
    }
    let font = state["/Font"]
    // In which size and turned how text is shown is not known then, and no maker does this.
    if font.count == 2, let glyphs = self.node(ofFont: font[0], resources: resources) {
      graph.addDoubtful(glyphs)
    }
  }

  /// `scn`: a tiling pattern, whose matrix is relative to how the stream begins.
  private mutating func paint(_ pattern: PDFObject, node: Int, resources: Int) {
    if let cell = self.node(ofStream: pattern, resources: resources) {
      graph.addEdge(node, to: cell, MapSet(pattern.map("/Matrix")))
    } else {
      noteColourSpace(of: pattern["/Shading"])
    }
  }

  /// Outside of content only a device's own space may be meant by name; some viewers look it up all the same.
  private mutating func noteColourSpace(of object: PDFObject) {
    let space = object["/ColorSpace"]
    for name in [space.name, space.count > 1 ? space[1].name : nil] {
      if let name { strays[.colourSpace, default: []].insert(name) }
    }
  }

  /// The node of a form, a pattern's cell or a glyph; `nil` where it is no stream.
  ///
  /// - Parameter areOwn: whether a stream without resources means these, and no viewer takes others.
  mutating func node(
    ofStream stream: PDFObject, resources: Int, areOwn: Bool = false
  ) -> Int? {
    guard stream.isStream, let id = stream.id else { return nil }
    let own = stream["/Resources"]
    let hasOwn = own.isDictionary
    let key = Key(role: .stream, id: id, resources: hasOwn ? nil : resources)
    if let known = nodes[key] { return known }
    let node = graph.addNode()
    nodes[key] = node
    tasks.append(
      .stream(
        stream, node: node, resources: hasOwn ? table.number(of: own, in: id) : resources,
        areOwn: hasOwn || areOwn))
    return node
  }
}

extension PDFObject {
  /// Whether a dictionary of graphics state parameters changes colours on their way to the device, by itself or by its
  /// halftone.
  fileprivate var setsTransferFunction: Bool {
    let halftone = self["/HT"]
    let halftones = [halftone] + halftone.keys.prefix(64).map { halftone[$0] }
    return ["/TR", "/TR2"].contains(where: hasTransferFunction)
      || halftones.contains { $0.hasTransferFunction("/TransferFunction") }
  }

  fileprivate func hasTransferFunction(_ key: String) -> Bool {
    guard has(key) else { return false }
    let function = self[key]
    return !function.isNull && !["/Identity", "/Default"].contains(function.name)
  }

  /// The first four numbers of a matrix; where there is none, nothing is moved.
  func map(_ key: String, default none: LinearMap = .identity) -> LinearMap {
    guard let numbers = self[key].numbers, numbers.count == 6 else { return none }
    return LinearMap(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3])
  }
}
