import ConverterCore

/// Which options made no difference to which kinds of files: one line for each kind, however many files there are.
struct UnusedOptionTally {
  private struct Kind: Hashable {
    let option: UnusedOption
    let type: String
  }

  private var counts: [Kind: (files: Int, first: String)] = [:]
  /// As they were met.
  private var kinds: [Kind] = []
  private var files = 0
  private var perOption: [String: Int] = [:]

  /// Those that apply to none of the files.
  var everywhere: [UnusedOption] {
    var keys: Set<String> = []
    return kinds.map(\.option).filter {
      !$0.applies && perOption[$0.option] == files && keys.insert($0.option).inserted
    }
  }

  /// - Parameters:
  ///   - type: of the file, as far as it is known.
  ///   - name: of the file.
  mutating func add(_ unused: [UnusedOption], of type: ContentType?, _ name: String) {
    files += 1
    for option in unused {
      perOption[option.option, default: 0] += 1
      let kind = Kind(option: option, type: type?.name ?? "unknown")
      if counts[kind] == nil { kinds.append(kind) }
      counts[kind, default: (0, name)].files += 1
    }
  }

  /// `--table has no effect on 12 files (PNG picture), such as a.png: it is for …`.
  var lines: [String] {
    kinds.map { kind in
      let (files, first) = counts[kind] ?? (0, "")
      let which =
        files == 1 ? "\(first) (\(kind.type))" : "\(files) files (\(kind.type)), such as \(first)"
      return "\(kind.option.words) has no effect on \(which): \(kind.option.why)".printable
    }
  }
}
