import ConverterCore

/// What draws what: pages, forms, patterns, glyphs and, at the ends, images.
///
/// It is walked once, from pages to images, however many ways lead to an image.
struct DrawingGraph {
  private struct Edge {
    let child: Int
    let maps: MapSet
  }

  private struct Node {
    let isImage: Bool
    var edges: [Edge] = []
  }

  /// How something is drawn, all ways together.
  struct Drawing: Equatable {
    var reach = Reach()
    /// As many as a number can say.
    var uses = 0
    /// The first pages that draw it, from 0.
    var pages: [Int] = []

    fileprivate mutating func add(uses more: Int) {
      let (sum, isMore) = uses.addingReportingOverflow(more)
      uses = isMore ? .max : sum
    }

    fileprivate mutating func add(pages more: [Int]) {
      guard more != pages else { return }
      pages = Array(Set(pages).union(more).sorted().prefix(ImageUse.mostPages))
    }
  }

  private var nodes: [Node] = []
  /// Pages, and how long their units are in points.
  private var roots: [(node: Int, page: Int, unit: Double)] = []
  /// Nodes of which it is unknown whether and how they are drawn.
  private var doubtful: [Int] = []
  /// What sets a transfer function for what it draws, or is drawn under one.
  private var transferred: [Int] = []

  mutating func addNode(isImage: Bool = false) -> Int {
    nodes.append(Node(isImage: isImage))
    return nodes.count - 1
  }

  mutating func addRoot(_ node: Int, page: Int, unit: Double) {
    roots.append((node, page, unit))
  }

  mutating func addDoubtful(_ node: Int) { doubtful.append(node) }

  mutating func addTransferred(_ node: Int) { transferred.append(node) }

  mutating func addEdge(_ parent: Int, to child: Int, _ maps: MapSet) {
    nodes[parent].edges.append(Edge(child: child, maps: maps))
  }

  /// How each node is drawn, by its number. What draws itself is drawn once: the way back is left out.
  func drawings(checkpoint: () throws(ConversionError) -> Void) throws(ConversionError) -> [Drawing]
  {
    let order = try finishOrder(from: roots.map(\.node), checkpoint: checkpoint)
    var drawings = [Drawing](repeating: Drawing(), count: nodes.count)
    for root in roots {
      let square = root.unit * root.unit
      drawings[root.node].reach.insert(Reach.Form(first: square, both: 0, second: square))
      drawings[root.node].add(uses: 1)
      drawings[root.node].add(pages: [root.page])
    }
    for node in order.nodes.reversed() {
      try checkpoint()
      let drawing = drawings[node]
      for edge in nodes[node].edges where order.place[edge.child] < order.place[node] {
        let (uses, isMore) = drawing.uses.multipliedReportingOverflow(by: edge.maps.count)
        drawings[edge.child].add(uses: isMore ? .max : uses)
        drawings[edge.child].add(pages: drawing.pages)
        if nodes[edge.child].isImage {
          drawings[edge.child].reach.insertSides(edge.maps, in: drawing.reach)
        } else {
          drawings[edge.child].reach.insert(edge.maps, in: drawing.reach)
        }
      }
    }
    return drawings
  }

  /// The nodes that can be reached from what may be drawn.
  func doubtfulNodes(checkpoint: () throws(ConversionError) -> Void) throws(ConversionError)
    -> [Int]
  {
    try finishOrder(from: doubtful, checkpoint: checkpoint).nodes
  }

  /// The nodes whose colours a transfer function may change.
  func transferredNodes(checkpoint: () throws(ConversionError) -> Void) throws(ConversionError)
    -> [Int]
  {
    try finishOrder(from: transferred, checkpoint: checkpoint).nodes
  }

  /// The nodes behind `starts`, each behind all that it draws, and the place of each in that order.
  ///
  /// Not by recursion: forms may be nested as deep as a file is long.
  private func finishOrder(
    from starts: [Int], checkpoint: () throws(ConversionError) -> Void
  ) throws(ConversionError) -> (nodes: [Int], place: [Int]) {
    var order: [Int] = []
    var place = [Int](repeating: .max, count: nodes.count)
    var isSeen = [Bool](repeating: false, count: nodes.count)
    var stack: [(node: Int, edge: Int)] = []
    for start in starts where !isSeen[start] {
      try checkpoint()
      isSeen[start] = true
      stack.append((start, 0))
      while let (node, edge) = stack.last {
        if edge < nodes[node].edges.count {
          stack[stack.count - 1].edge += 1
          let child = nodes[node].edges[edge].child
          if !isSeen[child] {
            isSeen[child] = true
            stack.append((child, 0))
          }
        } else {
          stack.removeLast()
          place[node] = order.count
          order.append(node)
        }
      }
    }
    return (order, place)
  }
}
