import ConverterCore
import PDFObjects

/// What viewers call pages: i, ii, iii, 1, 2, A-1 (ISO 32000-1, 12.4.2).
struct PageLabels {
  /// Pages with labels that count on.
  struct Range {
    /// The first page, from 0.
    let start: Int
    /// `nil` for labels that are nothing but the prefix.
    let style: String?
    let prefix: [UInt8]
    let first: Int
  }

  /// The label of one page.
  struct Label: Equatable {
    var style: String?
    var prefix: [UInt8]
    var number: Int

    /// Whether it is what comes behind another label.
    func follows(_ other: Label) -> Bool {
      style == other.style && prefix == other.prefix
        && (style == nil || number == other.number &+ 1)
    }
  }

  /// By their first pages.
  static func ranges(of file: PDFFile, limits: Limits) throws(ConversionError) -> [Range] {
    var ranges: [Range] = []
    for (key, value) in try file.root["/PageLabels"].treeEntries(.numbers, limits: limits) {
      guard let start = key.integer, start >= 0, value.isDictionary else { continue }
      let style = value["/S"].name
      ranges.append(
        Range(
          start: start,
          style: style.flatMap { ["/D", "/R", "/r", "/A", "/a"].contains($0) ? $0 : nil },
          prefix: value["/P"].string ?? [],
          first: max(1, value["/St"].integer ?? 1)))
    }
    return ranges.sorted { $0.start < $1.start }
  }

  static func label(of page: Int, in ranges: [Range]) -> Label {
    // The last range that begins at or before the page.
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start <= page { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Label(style: "/D", prefix: [], number: page + 1) }
    let range = ranges[low - 1]
    return Label(
      style: range.style, prefix: range.prefix,
      number: range.first &+ (page - range.start))
  }
}

extension AssembledFile {
  /// Each page keeps the label that it had in its file, where any file has labels.
  func joinLabels() throws(ConversionError) {
    var hasLabels = false
    for part in parts where try !part.labels.isEmpty { hasLabels = true }
    guard hasLabels else { return }
    var tree: [Int: PDFObject] = [:]
    var last: PageLabels.Label?
    for (index, page) in pages.enumerated() {
      let label = PageLabels.label(of: page.index, in: try page.part.labels)
      defer { last = label }
      if let last, label.follows(last) { continue }
      let entry = target.dictionary()
      if let style = label.style { entry["/S"] = target.name(style) }
      if !label.prefix.isEmpty { entry["/P"] = target.string(label.prefix) }
      if label.style != nil, label.number != 1 { entry["/St"] = target.integer(label.number) }
      tree[index] = entry
    }
    target.root["/PageLabels"] = target.numberTree(tree)
  }
}
