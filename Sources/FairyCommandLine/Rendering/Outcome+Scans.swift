import ConverterCore
import SystemPackage

extension Outcome {
  /// What was made of each photo of a page, with the photo's path; none where it was no scan.
  var scannedPages: [JSONValue] {
    let inputs = [input] + furtherInputs
    return (receipt?["pages"]?.elements ?? []).map { page in
      guard case .object(let members) = page else { return page }
      return .object(
        members.map { member in
          guard member.key == "input", let index = member.value.int, inputs.indices.contains(index)
          else { return member }
          return .init("input", .string(inputs[index].display))
        })
    }
  }

  /// A line for people of each page that a scan found: `a.jpg  page 1: found · color · 212 words, 91 % sure`.
  var pageLines: [String] {
    scannedPages.map { page in
      var parts = [page["found"] == .bool(true) ? "found" : "the whole picture"]
      if let filter = page["filter"]?.text { parts.append(filter) }
      if let rotation = page["rotation"]?.int, rotation != 0 {
        parts.append("turned by \(rotation)°")
      }
      if let words = page["words"]?.int {
        let sure = page["confidence"]?.double.map { ", \(Int(($0 * 100).rounded())) % sure" } ?? ""
        parts.append("\(words) word\(words == 1 ? "" : "s")\(words > 0 ? sure : "")")
      }
      let name = (page["input"]?.text ?? "").printable
      return "\(name)  page \(page["page"]?.int ?? 0): \(parts.joined(separator: " · "))"
    }
  }

  /// The same with other names for inputs, the one that an error is about among them.
  func naming(inputs names: [FilePath: FilePath]) -> Outcome {
    guard !names.isEmpty else { return self }
    func named(_ input: Request.Input) -> Request.Input {
      guard case .file(let path) = input, let name = names[path] else { return input }
      return .file(name)
    }
    var outcome = self
    outcome.input = named(input)
    outcome.furtherInputs = furtherInputs.map(named)
    outcome.ledger = ledger.map { entry in
      guard let known = names.first(where: { "input \($0.key.string)" == entry.what }) else {
        return entry
      }
      return LedgerEntry("input \(known.value.string)", entry.action, why: entry.why)
    }
    if case .failed(var error) = status {
      error.file = error.file.map { names[$0] ?? $0 }
      outcome.status = .failed(error)
    }
    return outcome
  }
}
