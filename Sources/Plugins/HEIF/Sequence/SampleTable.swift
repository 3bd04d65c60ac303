import ConverterCore

/// Where the samples of a track are, and when they are shown (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTable: Sendable {
  /// Within the file, in the order of decoding.
  private(set) var samples: [Range<Int>] = []
  /// How long the pictures are shown, in the order of showing; in the unit of the track.
  private(set) var durations: [Int] = []
  /// The samples with which decoding can begin, rising; all where it is `nil`.
  private(set) var starts: [Int]?

  /// Parses an `stbl` box.
  ///
  /// - Throws: `damagedInput` for samples outside the file, `limitExceeded` for too many of them.
  init(
    parsing table: FieldReader, in context: ConversionContext
  ) throws(ConversionError) {
    let sizes = try Self.sizes(table, in: context)
    try place(sizes, table, in: context)
    let times = try Self.decodingTimes(table, count: samples.count)
    try show(times, table)
    if var reader = try table.child("stss") {
      try reader.skip(4)
      var found: [Int] = []
      for _ in 0..<(try reader.integer(4)) {
        let number = try reader.integer(4)
        guard (1...max(1, samples.count)).contains(number), number - 1 > found.last ?? -1 else {
          throw .damaged("the samples with which decoding can begin are not in order")
        }
        found.append(number - 1)
      }
      starts = found
    }
  }

  /// One size for all samples, or one each.
  private struct Sizes {
    var count: Int
    var common: Int
    var own: FieldReader
  }

  private static func sizes(
    _ table: FieldReader, in context: ConversionContext
  ) throws(ConversionError) -> Sizes {
    guard var reader = try table.child("stsz") else {
      throw .unsupported("the sequence does not say how large its samples are in an stsz box")
    }
    try reader.skip(4)
    let common = try reader.integer(4)
    let count = try reader.integer(4)
    try context.limits.check(.entries, count, for: "the sequence")
    guard common > 0 || reader.remaining / 4 >= count else {
      throw .damaged("the stsz box ends before its last size")
    }
    return Sizes(count: count, common: common, own: reader)
  }

  /// Samples lie in chunks, of which runs have the same number of them.
  private mutating func place(
    _ sizes: Sizes, _ table: FieldReader, in context: ConversionContext
  ) throws(ConversionError) {
    var sizes = sizes
    let isWide = try table.child("stco") == nil
    guard var offsets = try table.child(isWide ? "co64" : "stco"),
      var runs = try table.child("stsc")
    else { throw .damaged("the sequence does not say where its samples are") }
    try offsets.skip(4)
    let chunks = try offsets.integer(4)
    guard chunks <= offsets.remaining / (isWide ? 8 : 4) else {
      throw .damaged("the sequence has \(chunks) chunks, more than it says the places of")
    }
    try runs.skip(4)
    var runsLeft = try runs.integer(4)
    // The chunk from which the next run is, and the samples in each chunk of the present one.
    var nextRun = runsLeft > 0 ? try runs.integer(4) : Int.max
    var samplesInChunk = 0
    samples.reserveCapacity(sizes.count)
    for chunk in 1..<chunks + 1 {
      if samples.count == sizes.count { break }
      if chunk.isMultiple(of: 1024) { try context.checkpoint() }
      while nextRun <= chunk {
        samplesInChunk = try runs.integer(4)
        try runs.skip(4)
        runsLeft -= 1
        nextRun = runsLeft > 0 ? try runs.integer(4) : Int.max
      }
      var offset = try offsets.integer(isWide ? 8 : 4)
      for _ in 0..<min(samplesInChunk, sizes.count - samples.count) {
        let size = sizes.common > 0 ? sizes.common : try sizes.own.integer(4)
        guard offset <= table.bytes.count, size <= table.bytes.count - offset else {
          throw .damaged("sample \(samples.count + 1) of the sequence lies outside the file")
        }
        samples.append(offset..<offset + size)
        offset += size
      }
    }
    guard samples.count == sizes.count else {
      throw .damaged("the sequence says where \(samples.count) of \(sizes.count) samples are")
    }
  }

  /// When each sample is decoded, and when all are done.
  private static func decodingTimes(
    _ table: FieldReader, count: Int
  ) throws(ConversionError) -> [Int] {
    guard var reader = try table.child("stts") else {
      throw .damaged("the sequence does not say how long its pictures are shown")
    }
    try reader.skip(4)
    var left = try reader.integer(4)
    var times = [0]
    times.reserveCapacity(count + 1)
    var time = 0
    var delta = 0
    while left > 0, times.count <= count {
      left -= 1
      let run = try reader.integer(4)
      delta = try reader.integer(4)
      for _ in 0..<min(run, count + 1 - times.count) {
        // At most a million times 32 bits.
        time += delta
        times.append(time)
      }
    }
    while times.count <= count {
      time += delta
      times.append(time)
    }
    return times
  }

  /// Durations from the times at which pictures are shown, which may be another order than that of decoding.
  private mutating func show(_ times: [Int], _ table: FieldReader) throws(ConversionError) {
    var shown = Array(times.dropLast())
    let count = shown.count
    guard count > 0 else { return }
    if var reader = try table.child("ctts") {
      let isSigned = try reader.fullBoxHeader().version > 0
      var index = 0
      let runs = try reader.integer(4)
      guard runs <= reader.remaining / 8 else { throw .damaged("the ctts box ends too early") }
      for _ in 0..<runs {
        let run = try reader.integer(4)
        let offset = isSigned ? try reader.int32() : try reader.integer(4)
        for _ in 0..<min(run, count - index) {
          shown[index] += offset
          index += 1
        }
      }
      shown.sort()
    }
    durations = zip(shown, shown.dropFirst()).map { $1 - $0 }
    durations.append(times[count] - times[count - 1])
  }
}
