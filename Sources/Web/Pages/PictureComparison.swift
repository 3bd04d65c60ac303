import ConverterCore
import Runner

/// A picture before and after it was made another one, and what that saves.
struct PictureComparison {
  let values: [String: Any]
  /// Whether there is a picture to be shown.
  let isShown: Bool

  /// - Parameters:
  ///   - result: the line of the result of `job`.
  ///   - formats: lines of `fairy formats --json`.
  init(
    _ job: Jobs.Job, _ result: JSONValue, _ formats: [JSONValue], _ names: FileNames, _ words: Words
  ) {
    var values: [String: Any] = [:]
    let isPicture = Self.isPicture(result["to"]?.text, formats)
    let after = job.outputs.first.flatMap { isPicture ? names.identifier(of: $0) : nil }
    // Where several files became one, there is no one picture before.
    let input =
      job.request.contains { $0.key == "more" }
      ? nil
      : try? FileAddress(
        json: .object(job.request.filter { ["input", "inputHex"].contains($0.key) }))
    let before = input.flatMap { input in
      Self.isPicture(result["from"]?.text, formats) ? names.identifier(of: input) : nil
    }
    let version = "\(job.number)-\(job.begun)"
    values["pictures"] = [("before", before), ("after", after)].compactMap { word, id in
      id.map { ["src": "/files/\($0)/picture/\(version)", "label": words[word]] }
    }
    isShown = after != nil
    values["hasPictures"] = isShown
    values["hasBoth"] = before != nil && after != nil
    if job.outputs.count == 1, let bytes = Self.bytes(result, words) { values["saved"] = bytes }
    self.values = values
  }

  /// `3.1 MB → 412 kB, 87 % smaller`
  private static func bytes(_ result: JSONValue, _ words: Words) -> String? {
    guard let before = result["bytesIn"]?.int, let after = result["bytesOut"]?.int, before > 0
    else {
      return nil
    }
    let texts = [
      "before": words.size(before), "after": words.size(after),
      "part": "\(Int((Double(before - after) / Double(before) * 100).rounded()))",
    ]
    return words.text(after < before ? "saved_bytes" : "grown_bytes", texts)
  }

  private static func isPicture(_ type: String?, _ formats: [JSONValue]) -> Bool {
    let format = formats.first { $0["type"]?.text == type }
    return format?["mediaTypes"]?.elements?.first?.text?.hasPrefix("image/") == true
  }
}
