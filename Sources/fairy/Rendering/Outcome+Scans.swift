import ConverterCore

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
}
