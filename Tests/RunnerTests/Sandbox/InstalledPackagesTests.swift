import TestSupport
import Testing

@testable import Runner

/// Where ONNX Runtime and the networks are looked for, and what workers are told.
@Suite struct InstalledPackagesTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func install(_ below: String) throws -> String {
    let folder = below + "/lib/python3.11/site-packages/"
    try scratch.write([1], to: folder + "onnxruntime/capi/libonnxruntime.so.1.32.0")
    try scratch.write([1], to: folder + "rapidocr/models/a.onnx")
    return "\(scratch.path)/\(folder)"
  }

  @Test func thoseOfTheUserAreFound() throws {
    let folder = try install("home/.local")
    #expect(
      InstalledPackages.assignments(["HOME": "\(scratch.path)/home"]) == [
        "FAIRY_ONNXRUNTIME=\(folder)onnxruntime/capi/libonnxruntime.so.1.32.0",
        "FAIRY_PADDLE_MODELS=\(folder)rapidocr/models",
      ])
  }

  @Test func aVirtualEnvironmentComesFirst() throws {
    _ = try install("home/.local")
    let folder = try install("a[b]*c")
    #expect(
      InstalledPackages.assignments([
        "HOME": "\(scratch.path)/home", "VIRTUAL_ENV": "\(scratch.path)/a[b]*c",
      ]).last == "FAIRY_PADDLE_MODELS=\(folder)rapidocr/models")
  }

  @Test func whatTheUserSaysIsTaken() throws {
    _ = try install("home/.local")
    #expect(
      InstalledPackages.assignments([
        "HOME": "\(scratch.path)/home", "FAIRY_ONNXRUNTIME": "/opt/a.so",
        "FAIRY_PADDLE_MODELS": "/opt/models",
      ]) == ["FAIRY_ONNXRUNTIME=/opt/a.so", "FAIRY_PADDLE_MODELS=/opt/models"])
  }

  @Test(arguments: ["", "models", "./models"])
  func aPathThatIsNotAbsoluteIsNone(path: String) throws {
    _ = try install("home/.local")
    #expect(
      !InstalledPackages.assignments([
        "HOME": "\(scratch.path)/home", "FAIRY_PADDLE_MODELS": path,
      ]).contains { $0.hasPrefix("FAIRY_PADDLE_MODELS") })
  }
}
