import ConverterCore

/// A track of a `moov` box: fairy does not decode it, but names it (ISO/IEC 23008-12, 7).
struct ImageSequenceTrack: Sendable, Equatable {
  /// `pict` for an image sequence, `vide` for a video, `auxv` for alpha or depth, `soun`.
  var handler: FourCC = "null"
  /// `hvc1`, `av01`, …
  var coding: FourCC = "null"
  var frames = 0
  var width = 0
  var height = 0
  /// Whether the track holds thumbnails of another.
  var isThumbnail = false

  /// Whether the frames are pictures to look at.
  var isShown: Bool { (handler == "pict" || handler == "vide") && !isThumbnail }

  /// Parses a `moov` box.
  static func tracks(parsing reader: ByteReader) throws(ConversionError) -> [ImageSequenceTrack] {
    var reader = reader
    var tracks: [ImageSequenceTrack] = []
    while let box = try reader.box() {
      if box.type == "trak" {
        tracks.append(try ImageSequenceTrack(parsing: reader.reader(of: box)))
      }
    }
    return tracks
  }

  private init(parsing track: ByteReader) throws(ConversionError) {
    isThumbnail = try track.child("tref")?.child("thmb") != nil
    guard let media = try track.child("mdia") else { return }
    if var box = try media.child("hdlr") {
      try box.skip(8)
      handler = try box.fourCC()
    }
    guard let samples = try media.child("minf")?.child("stbl") else { return }
    if var box = try samples.child("stsz") {
      try box.skip(8)
      frames = try box.integer(width: 4)
    }
    if var box = try samples.child("stsd") {
      try box.skip(8)
      guard let entry = try box.box() else { return }
      coding = entry.type
      // A VisualSampleEntry (ISO/IEC 14496-12, 12.1.3).
      var fields = box.reader(of: entry)
      if isShown, fields.remaining >= 28 {
        try fields.skip(24)
        width = try fields.uint16()
        height = try fields.uint16()
      }
    }
  }
}
