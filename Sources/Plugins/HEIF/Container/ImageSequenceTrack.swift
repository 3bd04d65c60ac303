import ConverterCore

/// A track of a `moov` box, as far as tells what it is (ISO/IEC 23008-12, 7); ``ImageSequence`` reads the rest.
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
  var id: UInt32 = 0
  /// The tracks to which this one is an auxiliary, as opacity is.
  var masters: [UInt32] = []
  /// The tracks whose samples were multiplied with those of this one.
  var premultiplied: [UInt32] = []
  /// The content of the `trak` box.
  var content = 0..<0

  /// Whether the frames are pictures to look at.
  var isShown: Bool { (handler == "pict" || handler == "vide") && !isThumbnail }

  /// Parses a `moov` box.
  static func tracks(parsing reader: FieldReader) throws(ConversionError) -> [ImageSequenceTrack] {
    var reader = reader
    var tracks: [ImageSequenceTrack] = []
    while let box = try reader.box() {
      if box.type == "trak" {
        var track = try ImageSequenceTrack(parsing: reader.reader(of: box))
        track.content = box.content
        tracks.append(track)
      }
    }
    return tracks
  }

  private init(parsing track: FieldReader) throws(ConversionError) {
    let references = try track.child("tref")
    isThumbnail = try references?.child("thmb") != nil
    masters = try Self.identifiers(try references?.child("auxl"))
    premultiplied = try Self.identifiers(try references?.child("prem"))
    if var header = try track.child("tkhd") {
      try header.skip(try header.fullBoxHeader().version == 0 ? 8 : 16)
      id = try header.uint32()
    }
    guard let media = try track.child("mdia") else { return }
    if var box = try media.child("hdlr") {
      try box.skip(8)
      handler = try box.fourCC()
    }
    guard let samples = try media.child("minf")?.child("stbl") else { return }
    if var box = try samples.child("stsz") {
      try box.skip(8)
      frames = try box.integer(4)
    }
    if var box = try samples.child("stsd") {
      try box.skip(8)
      guard let entry = try box.box() else { return }
      coding = entry.type
      // A VisualSampleEntry (ISO/IEC 14496-12, 12.1.3).
      var fields = box.reader(of: entry)
      if fields.remaining >= 28 {
        try fields.skip(24)
        width = try fields.uint16()
        height = try fields.uint16()
      }
    }
  }

  private static func identifiers(_ reader: FieldReader?) throws(ConversionError) -> [UInt32] {
    guard var reader else { return [] }
    var found: [UInt32] = []
    while reader.remaining >= 4 { found.append(try reader.uint32()) }
    return found
  }
}
