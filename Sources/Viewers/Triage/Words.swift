import ConverterCore
import FairyLibrary
import SystemPackage

extension FilePath {
  /// The last component; what has power over a terminal is shown as what it is.
  var nameForPeople: String { (lastComponent?.string ?? "").printable }
}

extension Int {
  /// `1 photo`, `12 photos`
  var photos: String { self == 1 ? "1 photo" : "\(grouped) photos" }
}

extension Verdict {
  /// What is to become of a photo.
  var words: String {
    switch self {
    case .keep: "kept"
    case .delete: "to be deleted"
    case .text: "text"
    }
  }

  var ink: Ink {
    switch self {
    case .keep: .green
    case .delete: .red
    case .text: .cyan
    }
  }

  /// Before the name of a photo.
  var mark: String {
    switch self {
    case .keep: "✓ "
    case .delete: "✗ "
    case .text: "¶ "
    }
  }
}

extension PhotoGroup.Kind {
  var words: String {
    switch self {
    case .same: "the same file"
    case .near: "alike"
    case .burst: "one burst"
    }
  }
}

extension CommitReport {
  /// What became of the queue.
  var words: String {
    let freed = Amounts.bytes(freedByteCount)
    var words = "\(trashed.count.photos) in the trash; emptying it frees \(freed)"
    if let first = refused.first {
      let name = first.file.map { $0.nameForPeople + " " } ?? ""
      words += "; \(refused.count.photos) not moved: \(name)\(first.message)"
    } else if !trashed.isEmpty {
      words += "; fairy triage --restore brings them back"
    }
    return words
  }
}

extension Photo {
  /// When its file was changed last, where nothing says when it was taken: `2026-05-01 12:00`.
  var fileDate: String {
    let date = StoredDate(seconds: main.modified / 1_000_000_000)?.description ?? ""
    return String(date.prefix(16)).replacing("T", with: " ")
  }

  /// What belongs to it: `with IMG_1.cr2`.
  var companions: String? {
    let names = files.dropFirst().map(\.path.nameForPeople)
    return names.isEmpty ? nil : "with " + names.joined(separator: ", ")
  }
}

extension PhotoFacts {
  /// `4032×3024`
  var size: String? {
    guard let width, let height else { return nil }
    return "\(width)×\(height)"
  }
}
