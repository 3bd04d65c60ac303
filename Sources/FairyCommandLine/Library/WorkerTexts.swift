import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// Recognises words in photos in sealed workers: conversions to JSON, whose results go again.
struct WorkerTexts: TextReader {
  let runs: WorkerRuns
  let limits: Limits
  /// `auto`, `eng+deu`
  let languages: String

  func texts(
    of photos: [ReadablePhoto]
  ) throws(ConversionError) -> [Result<JSONValue, ConversionError>] {
    guard !photos.isEmpty else { return [] }
    let folder = try PrivateFolder()
    defer { folder.remove() }
    var options = ConversionOptions()
    if languages != "auto" { options.settings["languages"] = languages }
    var requests: [Request] = []
    for (number, photo) in photos.enumerated() {
      var options = options
      // Of a receipt on a table twice as many words are right once the paper is level and its light even.
      if !photo.isScreenshot { options.settings["scan"] = "page" }
      requests.append(
        Request(
          input: .file(photo.path), target: try .named("json", in: .builtin),
          output: .file(folder.path.appending("\(number).json")), conflict: .overwrite,
          keepsTimes: false, options: options, limits: limits))
    }
    return zip(requests, try runs.outcomes(of: requests)).map { request, outcome in
      Result { () throws(ConversionError) in try Self.text(outcome, request.output.path) }
    }
  }

  private static func text(
    _ outcome: Outcome, _ path: FilePath?
  ) throws(ConversionError) -> JSONValue {
    if case .failed(let error) = outcome.status { throw error.about(outcome.input.path) }
    guard let path else {
      throw ConversionError(.internalError, "words of a photo went nowhere")
    }
    let file = try InputFile(path: path)
    return try JSONValue(parsing: try file.read(at: 0, count: file.byteCount))
  }
}

/// Makes notes of photos in sealed workers.
struct NoteMaker {
  let library: DocumentLibrary
  let runs: WorkerRuns
  let limits: Limits

  /// - Returns: of each photo, in their order, its note, or why it has none.
  func notes(
    of photos: [Photo]
  ) throws(ConversionError) -> [Result<Note, ConversionError>] {
    let texts = WorkerTexts(
      runs: runs, limits: limits, languages: try library.settings().form.languages)
    let looks = try PhotoLooks(library, reader: WorkerPhotos(runs: runs, limits: limits))
    return try NoteBook(library).take(photos, with: texts, looks)
  }
}
