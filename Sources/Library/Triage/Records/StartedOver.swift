import ConverterCore
import SystemPackage

/// All verdicts on photos in folders are taken back: one step, which can be undone.
struct StartedOver: JournalRecord {
  static let kind = "start-over"

  let step: Int
  let folders: [FilePath]

  var members: [JSONValue.Member] {
    [
      .init("step", .integer(step)),
      .init("folders", .array(folders.map { .object($0.members("path")) })),
    ]
  }

  init(step: Int, folders: [FilePath]) { (self.step, self.folders) = (step, folders) }

  init(line: JSONValue) throws(ConversionError) {
    step = try line.number("step")
    folders = (line["folders"]?.elements ?? []).compactMap { FilePath($0, "path") }
  }
}
