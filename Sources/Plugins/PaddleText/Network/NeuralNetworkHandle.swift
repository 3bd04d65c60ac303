import CONNXRuntime
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A network that ONNX Runtime has loaded. It computes in the thread that asks.
///
/// Unchecked, since a session may compute for several threads at once (OrtApi::Run), and nothing else is done with it
/// but to read what the file says of itself, and to destroy it with the last reference.
@safe final class NeuralNetworkHandle: @unchecked Sendable {
  private let session: OpaquePointer
  private let name: String

  /// - Throws: `missingLibrary` for a library or a file that cannot be used.
  init(_ path: String, library: String) throws(ConversionError) {
    if let problem = unsafe fairy_onnx_open(library) {
      throw InstalledFiles.missing(
        unsafe "ONNX Runtime, and \(library.printable) cannot be opened (\(String(cString: problem).printable))"
      )
    }
    var problem = [CChar](repeating: 0, count: 300)
    guard let session = unsafe fairy_onnx_create(path, &problem, problem.count) else {
      throw InstalledFiles.missing(
        "the network \(path.printable), which cannot be loaded (\(Self.text(problem)))")
    }
    unsafe self.session = session
    name = path
  }

  deinit { unsafe fairy_onnx_destroy(session) }

  /// What the file says of itself under a key.
  func metadata(_ key: String) -> String? {
    guard let value = unsafe fairy_onnx_metadata(session, key) else { return nil }
    defer { unsafe free(value) }
    return unsafe String(cString: value)
  }

  /// Computes the output for an input, and hands it out during the call alone.
  ///
  /// - Parameter shape: four dimensions, whose product is the number of values.
  func run<Result>(
    _ values: [Float], shape: [Int],
    _ body: (UnsafeBufferPointer<Float>, _ shape: [Int]) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    precondition(shape.count == 4 && shape.reduce(1, *) == values.count)
    var output = unsafe fairy_onnx_tensor()
    var problem = [CChar](repeating: 0, count: 300)
    let done = unsafe shape.map(Int64.init).withUnsafeBufferPointer { shape in
      unsafe fairy_onnx_run(
        session, values, values.count, shape.baseAddress, &output, &problem, problem.count)
    }
    guard done else {
      throw ConversionError(
        .unsupportedContent,
        "ONNX Runtime gave up on the page in \(name.printable): \(Self.text(problem))")
    }
    defer { unsafe fairy_onnx_release(&output) }
    let sizes = unsafe withUnsafeBytes(of: output.shape) { bytes in
      unsafe bytes.bindMemory(to: Int64.self).prefix(output.rank).map { Int($0) }
    }
    return try unsafe body(UnsafeBufferPointer(start: output.values, count: output.count), sizes)
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .printable
  }
}
