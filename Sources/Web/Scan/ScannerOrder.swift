import ConverterCore
import FairyLibrary
import Scanning

/// What a scanner is to do, as a form says it.
struct ScannerOrder: Sendable {
  let device: String
  let source: String?
  let resolution: Int?
  let mode: String

  static let sources = ["flatbed", "feeder", "duplex"]
  static let modes = ["color", "gray", "bw"]
  static let resolutions = [150, 200, 300, 400, 600]

  /// - Throws: `usage`.
  init(_ form: Form) throws(ConversionError) {
    guard let device = form["device"] else {
      throw ConversionError(.usage, "\"device\" names no scanner")
    }
    self.device = device
    source = form["source"]
    mode = form["mode"] ?? "color"
    resolution = form["resolution"].flatMap { Int($0) }
    guard source.map(Self.sources.contains) ?? true, Self.modes.contains(mode),
      resolution.map(Self.resolutions.contains) ?? (form["resolution"] == nil)
    else { throw ConversionError(.usage, "the scanner cannot be asked for that") }
  }

  /// Of the question to the broker.
  var members: [JSONValue.Member] {
    [.init("device", .string(device)), .init("mode", .string(mode))]
      + (source.map { [.init("source", .string($0))] } ?? [])
      + (resolution.map { [.init("resolution", .integer($0))] } ?? [])
  }

  /// How its sheets are looked at: one in a feeder is as large as its picture.
  var look: LookOptions {
    var look = LookOptions()
    look.crops = source == nil || source == "flatbed"
    if mode == "bw" { look.filter = .bw }
    return look
  }
}
