import Foundation

/// The peer whose reading of Exif counts.
enum ExifTool {
  static let path = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static func run(_ arguments: [String]) -> Data {
    guard let path else { return Data() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return Data() }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// A block (`Exif`, `XMP`, `ICC_Profile`) of each of the files in `folders` that has it, by name.
  static func extract(
    _ block: String, from folders: [String]
  ) throws -> [(name: String, bytes: [UInt8])] {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = run(["-b", "-\(block)", "-ext", "*", "-w", folder.path + "/%f.%e"] + folders)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap {
      let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent($0)))
      return bytes.count > 8 ? ($0, bytes) : nil
    }
  }

  private static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fairy-exif-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The tags of each stream, by name, with their groups: "IFD0:Make".
  static func read(
    exif streams: [(name: String, bytes: [UInt8])]
  ) throws -> [String: [String: String]] {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for stream in streams {
      try Data(jpeg(around: stream.bytes))
        .write(to: folder.appendingPathComponent(stream.name + ".jpg"))
    }
    return try tags(["-n", "-x", "Composite:all"], of: [folder.path]).reduce(into: [:]) {
      $0[String($1.key.dropLast(4))] = $1.value
    }
  }

  /// The tags of files and of files in folders, by the files' names.
  static func tags(
    _ arguments: [String], of paths: [String]
  ) throws -> [String: [String: String]] {
    let json = run(["-j", "-G1", "-a", "-s", "-ext", "*", "-x", "File:all"] + arguments + paths)
    let entries = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
    return entries.reduce(into: [:]) { result, entry in
      guard let source = entry["SourceFile"] as? String else { return }
      let tags = entry.filter { key, _ in
        key != "SourceFile" && !key.hasPrefix("System:") && !key.hasPrefix("File:")
          && key != "ExifTool:ExifToolVersion"
      }
      result[URL(fileURLWithPath: source).lastPathComponent] = tags.mapValues { "\($0)" }
    }
  }

  /// The shortest file that exiftool takes for a JPEG: start, Exif, start of scan, end.
  private static func jpeg(around exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 8
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
      + Array("Exif\0\0".utf8) + exif + scan
  }
}
