import ArgumentParser
import ConverterCore

/// How pages of a scan stand.
struct ScanFormFlags: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Turn pages clockwise: auto, so that their letters stand upright; none or 0, 90, 180, 270; or 90:1-3 for some pages, beyond auto. (default: auto)",
      valueName: "angle"),
    transform: { try TypedValue.turn($0) })
  var rotate: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The part of pages to be seen: left,bottom,width,height, in points.", valueName: "box"),
    transform: { try TypedValue.box($0) })
  var crop: String?

  func validate() throws {
    if rotate.count > 1, rotate.contains(where: { !$0.contains(":") }) {
      throw ValidationError("--rotate takes one angle for all pages, or angles for some: 90:1-3")
    }
  }

  /// What of it was typed, by the keys of `--set` that it stands for and that have another name.
  var typed: [String: String] { rotate.isEmpty ? [:] : ["scan-rotate": "--rotate"] }

  func apply(to options: inout ConversionOptions) {
    if let crop { options.settings["crop"] = crop }
    guard let first = rotate.first else { return }
    // What was typed is an error where it cannot be done.
    if first == "auto" { options.settings["scan-rotate"] = first }
    guard first != "auto" else { return }
    guard let angle = first == "none" ? 0 : Int(first) else {
      options.settings["rotate"] = rotate.joined(separator: " ")
      return
    }
    // Pages stand as the picture does, and are turned as those of a document are.
    options.settings["scan-rotate"] = "0"
    if angle % 360 != 0 { options.settings["rotate"] = first }
  }
}
