import Foundation

/// What programs print, without what differs from run to run.
public struct GoldenText: Sendable {
  /// What is made alike, in what is expected and in what came out.
  public enum Substitution: CaseIterable, Sendable {
    /// `0.15 s`, at the end of a line.
    case durations
    /// `1.2 MB → 345.6 kB`: sizes of results, which differ with the versions of libraries.
    case resultSizes
    /// Results of several files, which come as they finish.
    case resultOrder
    /// The first eight digits of identifiers of documents, which are random.
    case identifiers
    /// Today's date, shown as 2026-11-22, and a time behind it.
    case today
  }

  private static let today = Date.now.formatted(.iso8601.year().month().day())
  private let folder: String
  private let substitutions: [Substitution]

  /// - Parameter folder: where the commands run; its path is shown as `/folder`.
  init(folder: String, _ substitutions: [Substitution]) {
    self.folder = folder
    self.substitutions = substitutions
  }

  func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return self.lines(lines)
  }

  func lines(_ lines: [String]) -> [String] {
    let lines = lines.map(line)
    guard substitutions.contains(.resultOrder) else { return lines }
    return lines.chunked(by: Self.isResult).flatMap { Self.isResult($0[0]) ? $0.sorted() : $0 }
  }

  /// Whether a line says what became of one input.
  private static func isResult(_ line: String) -> Bool {
    line.contains(#/^\S.* → |^\S.*  skipped: /#)
  }

  private func line(_ line: String) -> String {
    var line = line.replacing(folder, with: "/folder")
    for substitution in substitutions {
      switch substitution {
      case .durations: line = line.replacing(#/· \d+(\.\d+)? s\b/#, with: "· 0.01 s")
      case .resultSizes:
        line = line.replacing(#/→ \d+(\.\d+)? (bytes|kB|MB)\b/#, with: "→ 1.0 kB")
      case .resultOrder: break
      case .identifiers: line = line.replacing(#/\b[0-9a-f]{8}\b/#, with: "0a1b2c3d")
      case .today:
        line = line.replacing(Self.today, with: "2026-11-22")
          .replacing(#/2026-11-22 \d\d\.\d\d\.\d\d/#, with: "2026-11-22 21.16.36")
      }
    }
    return line
  }

  /// Whether lines are those expected, in their order or another.
  ///
  /// What is said of files that are converted at the same time comes as they finish.
  static func matchesInAnyOrder(_ expected: [String], _ actual: [String]) -> Bool {
    matches(expected, actual) || expected.sorted() == actual.sorted()
  }

  /// Whether lines are those expected, where `…` stands for any.
  private static func matches(_ expected: [String], _ actual: [String]) -> Bool {
    let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return expected == actual
    }
    guard actual.starts(with: first) else { return false }
    var rest = actual[...].dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

extension [String] {
  /// The array in pieces, whose elements all meet the condition or all do not.
  fileprivate func chunked(by condition: (String) -> Bool) -> [[String]] {
    var chunks: [[String]] = []
    for element in self {
      if let last = chunks.last?.last, condition(last) == condition(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
    return chunks
  }
}
