import ConverterCore
import JPEGPlugin
import PNGPlugin
import PictureModel
import Scanning
import SystemPackage

/// `scan-example PHOTO.jpg SESSION.json PAGE.png`: finds the page in a photo, stores what was found, changes its filter
/// as a user would, and makes a picture of the page.
@main
struct ScanExample {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
    guard paths.count == 3 else {
      print("usage: scan-example PHOTO.jpg SESSION.json PAGE.png")
      return
    }
    let example = ScanExample(photo: paths[0], session: paths[1], page: paths[2])
    try example.find()
    try example.change()
    try example.make()
  }

  let photo: FilePath
  let session: FilePath
  let page: FilePath
  /// Limits, and the way to stop; formats are named here, so that no registry is needed.
  private let context = ConversionContext(registry: Registry())

  /// Looks for the page and stores what was found; the photo is decoded at a fraction of its size.
  private func find() throws(ConversionError) {
    let found = try PageScanner().page(of: try picture(of: photo), in: context)
    print(found.isFound ? "found a page" : "found no page: the whole picture is taken")
    var session = ScanSession()
    session.add(found, from: try ScanSession.Source(photo.string))
    try store(session)
  }

  /// Reads the session, changes it, and stores it again; no picture is opened.
  private func change() throws(ConversionError) {
    var history = ScanHistory(try storedSession())
    for entry in history.session.entries {
      try history.change { (session) throws(ConversionError) in
        try session.rotate(entry.id, by: 90)
      }
      history.undo()
      try history.change { (session) throws(ConversionError) in
        try session.setFilter(.bw, of: entry.id)
      }
    }
    try store(history.session)
  }

  /// Makes the page of the photo; its pixels are taken from it once, at full size.
  private func make() throws(ConversionError) {
    for entry in try storedSession().entries {
      let original = try picture(of: FilePath(entry.source.name))
      let result = entry.page.picture(of: original, in: context)
      let output = try OutputFile(.file(page))
      try PNGWriter().write(
        result, as: "public.png", to: output, options: try PNGWriterOptions(ConversionOptions()),
        in: WritingContext(context))
      try output.complete()
      try output.publish(conflict: .overwrite)
      print("\(result.facts.width)×\(result.facts.height) pixels, \(Int(entry.page.dpi)) dpi")
    }
  }

  private func picture(of path: FilePath) throws(ConversionError) -> Picture {
    try JPEGReader().read(
      try InputFile(path: path), type: "public.jpeg", in: ReadingContext(context))
  }

  private func store(_ value: ScanSession) throws(ConversionError) {
    let output = try OutputFile(.file(session))
    try output.write(Array("\(value.record)\n".utf8))
    try output.complete()
    try output.publish(conflict: .overwrite)
  }

  private func storedSession() throws(ConversionError) -> ScanSession {
    let input = try InputFile(path: session)
    let bytes = try input.read(at: 0, count: input.byteCount)
    return try ScanSession(record: try JSONValue(parsing: bytes))
  }
}
