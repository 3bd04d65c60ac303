public import ConverterCore

/// A line of a manifest, or of what a worker is sent.
public struct RequestLine: Sendable {
  /// From 1, blank lines counted.
  public let number: Int
  /// What the result is to carry; `nil` where the line names nothing, or is none.
  public let id: JSONValue?
  /// The size of the input, where the line gives it.
  public let bytes: Int?
  /// What is known of the input even if the request makes no sense.
  public let input: Request.Input?
  /// What to do, or why the line makes no sense.
  public let request: Result<Request, ConversionError>
  let controls: RequestControls

  init(
    _ json: JSONValue, number: Int, isStream: Bool, vocabulary: RequestVocabulary,
    defaults: (inout Request) -> Void
  ) {
    self.number = number
    id = json["id"]
    bytes = json["bytes"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    do throws(ConversionError) {
      let request = try Request(json: json, vocabulary: vocabulary, defaults: defaults)
      controls = try RequestControls(json, isStream: isStream)
      input = request.input
      self.request = .success(request)
    } catch {
      controls = RequestControls()
      input = try? Request.Input(json: json)
      request = .failure(error.inLine(number))
    }
  }

  init(tooLong number: Int, limit: Int) {
    self.init(number, ConversionError(.usage, "is longer than \(limit) bytes"))
  }

  /// A line that is no request.
  init(_ number: Int, _ error: ConversionError, id: JSONValue? = nil) {
    self.number = number
    (self.id, bytes, input, controls) = (id, nil, nil, RequestControls())
    request = .failure(ConversionError(.usage, error.message).inLine(number))
  }
}

extension ConversionError {
  /// Names the line where there is no file to name.
  fileprivate func inLine(_ number: Int) -> ConversionError {
    guard file == nil else { return self }
    var error = self
    error.message = "line \(number): \(message)"
    return error
  }
}
