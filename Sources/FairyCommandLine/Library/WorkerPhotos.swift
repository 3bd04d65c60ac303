import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// Looks at photos in sealed workers: dry runs of conversions, which write no file.
struct WorkerPhotos: PhotoReader {
  var runs: WorkerRuns
  let limits: Limits

  func looks(
    at files: [FilePath]
  ) throws(ConversionError) -> [Result<PhotoLook, ConversionError>] {
    var options = ConversionOptions()
    options.settings = ["look": "photo"]
    var requests: [Request] = []
    for file in files {
      requests.append(
        Request(
          input: .file(file), target: try .named("jpeg", in: .builtin), output: .memory,
          conflict: .overwrite, keepsTimes: false, options: options, limits: limits))
    }
    return try runs.outcomes(of: requests, isDryRun: true).map(Self.look)
  }

  private static func look(_ outcome: Outcome) -> Result<PhotoLook, ConversionError> {
    if case .failed(let error) = outcome.status { return .failure(error.about(outcome.input.path)) }
    do throws(ConversionError) {
      guard let look = outcome.receipt?["look"] else {
        let what = outcome.source?.nameWithArticle ?? "no picture"
        throw ConversionError(.unsupportedContent, "is \(what), and no photo")
      }
      return .success(try PhotoLook(record: look))
    } catch {
      return .failure(error.about(outcome.input.path))
    }
  }
}
