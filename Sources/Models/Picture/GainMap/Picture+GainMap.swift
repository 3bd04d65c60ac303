public import ConverterCore

extension Picture {
  /// The gain map as a picture that lies on this one as it is now: cut, turned and scaled with it, its samples as
  /// ``PictureFacts/gainMap`` describes them.
  ///
  /// It keeps its own number of pixels for each of the base's, and is never enlarged.
  ///
  /// - Returns: `nil` without one.
  /// - Throws: what opening the sibling throws; `limitExceeded`.
  public func gainMapPicture(
    in context: ConversionContext
  ) throws(ConversionError) -> Picture? {
    guard let gainMap = facts.gainMap,
      let sibling = siblings.first(where: { $0.name == gainMap.sibling })
    else { return nil }
    var picture = try sibling.open()
    let (width, height) = (picture.facts.width, picture.facts.height)
    if gainMap.kind == .apple { picture = picture.recoded(by: gainMap.appleSamples, in: context) }
    guard !gainMap.placement.isUntouched else { return picture }
    // A part is not cut out before it is known whether it is scaled or turned.
    var part = picture.whole
    for step in gainMap.placement.steps {
      switch step {
      case .part(let x, let y, let width, let height): part.narrow(x, y, width, height)
      case .turn(let orientation):
        picture = picture.scaled(to: part, in: context).turned(by: orientation, in: context)
        part = picture.whole
      }
    }
    let size = gainMap.placement.size(ofGainMap: (width, height), atMost: (part.width, part.height))
    (part.width, part.height) = size
    return picture.scaled(to: part, in: context)
  }

  /// The same with a gain map that is known to be whole: looked through as its file codes it, or else decoded, into
  /// memory. It is small, and found out too late it would spoil the whole picture.
  ///
  /// - Throws: what opening and decoding it throws, `damagedInput`.
  func withWholeGainMap(in context: ConversionContext) throws(ConversionError) -> Picture {
    guard let index = siblings.firstIndex(where: { $0.name == facts.gainMap?.sibling }) else {
      return self
    }
    var map = try siblings[index].open()
    if let check = map.coded?.check {
      try check()
      return self
    }
    let buffer = try PixelBuffer(
      collecting: try map.pixels(for: PixelDemand([map.facts.format]), in: context), in: context)
    map.open = { _ in BufferSource(buffer) }
    var copy = self
    copy.siblings[index] = Sibling(name: siblings[index].name) { [map] in map }
    return copy
  }

  private func turned(by orientation: Orientation, in context: ConversionContext) -> Picture {
    Picture(stored: facts, orientation: orientation, in: context, open: open)
  }

  private var whole: ResizeGeometry.Result {
    ResizeGeometry.Result(
      cropWidth: Double(facts.width), cropHeight: Double(facts.height), width: facts.width,
      height: facts.height)
  }

  private func scaled(
    to target: ResizeGeometry.Result, in context: ConversionContext
  ) -> Picture {
    guard target != whole else { return self }
    var facts = facts
    (facts.width, facts.height) = (target.width, target.height)
    facts.palette = nil
    return Picture(facts) { demand throws(ConversionError) in
      var all = demand
      all.sufficientSize = nil
      return try ResizeTransform.resampled(
        try open(all), to: target, for: demand, inLinearLight: false, in: context)
    }
  }

  /// In gray of 8 bits, each sample by a table of 256.
  private func recoded(by table: [UInt8], in context: ConversionContext) -> Picture {
    var facts = facts
    facts.format = .gray8
    facts.sampleDepth = 8
    facts.palette = nil
    return Picture(facts) { demand throws(ConversionError) in
      var own = demand
      own.formats = [.gray8]
      return ConvertedSource(
        try pixels(for: own, in: context), SampleTable(table), to: .gray8, in: context)
    }
  }
}

extension ResizeGeometry.Result {
  /// Takes a part of the part, in fractions of its sides, as large as it is.
  fileprivate mutating func narrow(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cropX += x * cropWidth
    cropY += y * cropHeight
    cropWidth *= width
    cropHeight *= height
    self.width = max(1, Int(cropWidth.rounded()))
    self.height = max(1, Int(cropHeight.rounded()))
  }
}

extension GainMap.Placement {
  /// The size in which a gain map, cut and turned already, goes with the picture as it is now.
  fileprivate func size(
    ofGainMap whole: (width: Int, height: Int), atMost most: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    let pixels = Double(whole.width) * Double(whole.height)
    let ratio = (pixels / (Double(wholeWidth) * Double(wholeHeight))).squareRoot()
    func side(_ length: Int, _ most: Int) -> Int {
      let wanted = (Double(length) * ratio).rounded()
      return wanted < Double(most) ? max(1, Int(wanted)) : most
    }
    return (side(width, most.width), side(height, most.height))
  }
}

/// Replaces gray samples of 8 bits by others.
private final class SampleTable: RowConverter {
  let looksAtNeighbours = false
  private let table: [UInt8]

  init(_ table: [UInt8]) {
    precondition(table.count == 256)
    self.table = table
  }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    let width = buffer.width
    unsafe table.withUnsafeBufferPointer { table in
      // Both rows are of `width` bytes, and the table has a value for each that a byte may be.
      for y in rows {
        let input = unsafe window.row(0, y).assumingMemoryBound(to: UInt8.self)
        let output = unsafe buffer.planes[0].row(y - rows.lowerBound, as: UInt8.self)
        for x in 0..<width { unsafe output[x] = table[Int(input[x])] }
      }
    }
  }
}
