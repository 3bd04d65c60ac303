import ConverterCore
import SystemPackage

/// Which files of one size have the same bytes.
enum SameContent {
  /// How much of the beginning tells most files apart.
  private static let beginning = 1 << 16
  private static let piece = 1 << 20

  /// The places of files with the same bytes, those in their order; a file that is like no other, or cannot be read, is in
  /// none.
  static func classes(of paths: [FilePath]) -> [[Int]] {
    var beginnings: [[UInt8]: [Int]] = [:]
    for (index, path) in paths.enumerated() {
      guard let file = try? InputFile(path: path),
        let bytes = try? file.read(at: 0, count: beginning)
      else { continue }
      beginnings[bytes, default: []].append(index)
    }
    let candidates = beginnings.values.filter { $0.count > 1 }
    return candidates.flatMap { classes($0, paths) }.sorted { $0[0] < $1[0] }
  }

  private static func classes(_ indices: [Int], _ paths: [FilePath]) -> [[Int]] {
    var classes: [[Int]] = []
    for index in indices {
      if let place = classes.firstIndex(where: { areSame(paths[$0[0]], paths[index]) }) {
        classes[place].append(index)
      } else {
        classes.append([index])
      }
    }
    return classes.filter { $0.count > 1 }
  }

  private static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
    guard let one = try? InputFile(path: one), let other = try? InputFile(path: other),
      one.byteCount == other.byteCount
    else { return false }
    var offset = 0
    while offset < one.byteCount {
      guard let bytes = try? one.read(at: offset, count: piece),
        let others = try? other.read(at: offset, count: piece), !bytes.isEmpty, bytes == others
      else { return false }
      offset += bytes.count
    }
    return true
  }
}
