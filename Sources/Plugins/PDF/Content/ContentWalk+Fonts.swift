import PDFObjects

/// Type 3 fonts, whose glyphs are content streams (ISO 32000-1, 9.6.5).
extension ContentWalk {
  /// Text in a font.
  mutating func show(_ font: PDFObject, _ maps: MapSet?, node: Int, resources: Int) {
    guard let maps, let glyphs = self.node(ofFont: font, resources: resources) else { return }
    let thousandth = LinearMap(a: 0.001, b: 0, c: 0, d: 0.001)
    graph.addEdge(node, to: glyphs, maps.of(font.map("/FontMatrix", default: thousandth)))
  }

  /// The node of all glyphs of a font: which of them are shown is not looked for.
  ///
  /// - Returns: `nil` for a font of another type.
  mutating func node(ofFont font: PDFObject, resources: Int) -> Int? {
    guard font["/Subtype"].name == "/Type3", font["/CharProcs"].isDictionary else { return nil }
    let hasOwn = font["/Resources"].isDictionary
    let key = Key(role: .font, id: font.id, resources: hasOwn ? nil : resources)
    if font.id != nil, let known = nodes[key] { return known }
    let node = graph.addNode()
    if font.id != nil { nodes[key] = node }
    tasks.append(.font(font, node: node, resources: resources))
    return node
  }

  mutating func followGlyphs(of font: PDFObject, node: Int, resources: Int) {
    let own = font["/Resources"]
    let hasOwn = own.isDictionary
    let resources = hasOwn ? table.number(of: own, in: font.id) : resources
    let glyphs = font["/CharProcs"]
    for name in glyphs.keys {
      let glyph = self.node(ofStream: glyphs[name], resources: resources, areOwn: hasOwn)
      guard let glyph else { continue }
      graph.addEdge(node, to: glyph, MapSet(.identity))
    }
  }
}
