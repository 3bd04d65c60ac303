public import RecognizedTextModel

extension RecognizedPage {
  /// The same page in pixels of a smaller or larger picture.
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> RecognizedPage {
    guard width > 0, height > 0, (newWidth, newHeight) != (width, height) else { return self }
    let (x, y) = (Double(newWidth) / Double(width), Double(newHeight) / Double(height))
    var page = self
    (page.width, page.height) = (newWidth, newHeight)
    page.dpi = dpi * y
    for block in blocks.indices {
      for paragraph in blocks[block].paragraphs.indices {
        page.blocks[block].paragraphs[paragraph].lines =
          blocks[block].paragraphs[paragraph].lines.map { $0.scaled(x, y) }
      }
    }
    return page
  }
}

extension RecognizedPage.Line {
  fileprivate func scaled(_ x: Double, _ y: Double) -> RecognizedPage.Line {
    var line = self
    line.box = box.scaled(x, y)
    line.baseline = .init(
      x1: baseline.x1 * x, y1: baseline.y1 * y, x2: baseline.x2 * x, y2: baseline.y2 * y)
    for index in words.indices { line.words[index].box = words[index].box.scaled(x, y) }
    return line
  }
}

extension RecognizedPage.Box {
  fileprivate func scaled(_ x: Double, _ y: Double) -> RecognizedPage.Box {
    let (left, top) = (Int((Double(left) * x).rounded()), Int((Double(top) * y).rounded()))
    return .init(
      left: left, top: top, right: max(left + 1, Int((Double(right) * x).rounded())),
      bottom: max(top + 1, Int((Double(bottom) * y).rounded())))
  }
}
