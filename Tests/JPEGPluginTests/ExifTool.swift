import Foundation

/// The program `exiftool`, where it is installed.
enum ExifTool {
  static let path = "/usr/bin/exiftool"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The tags of a JPEG file that is in memory, by name.
  static func tags(of bytes: [UInt8], _ arguments: [String]) throws -> [String: String] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("fairy-test-\(UUID().uuidString).jpg")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-s", "-j"] + arguments + [file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    var tags = (list?.first ?? [:]).mapValues { "\($0)" }
    tags["SourceFile"] = nil
    return tags
  }
}
