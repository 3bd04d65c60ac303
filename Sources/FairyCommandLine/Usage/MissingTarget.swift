import ConverterCore
import SystemPackage

/// Nothing says what a conversion is to make: what may have been meant.
struct MissingTarget {
  let inputs: [PathArgument]
  let output: PathArgument?

  var error: ConversionError {
    ConversionError(.usage, "the target is missing: \(advice)")
  }

  private var advice: String {
    let general = "say --to TYPE, such as --to jpeg, or name the result with -o FILE"
    guard let last = inputs.last, inputs.count > 1 else {
      guard let output, !output.isDash else { return general }
      return "\(output.path.display) does not say of which type the result is; --to TYPE does"
    }
    let others = inputs.dropLast().filter { $0.path.isThere || $0.isDash }
    // `a.jpg to png`, `a.jpg png`: no file of that name is there.
    if !last.path.isThere, isWritable(last.text) {
      return "did you mean --to \(last.text)?"
    }
    guard let word = last.path.extension, isWritable(word) else { return general }
    if !last.path.isThere, others.count <= 1 {
      return "did you mean fairy convert \(inputs[0].text.shellQuoted) -o \(last.text.shellQuoted)?"
    }
    guard inputs.count == 2, last.path.isThere, word != inputs[0].path.extension else {
      return general
    }
    return "say --to TYPE for both; to replace \(last.path.display) by what comes of "
      + "\(inputs[0].path.display): -o \(last.text.shellQuoted) --on-conflict overwrite"
  }

  private func isWritable(_ word: String) -> Bool {
    guard let type = ContentTypeCatalog.builtin.type(named: word) else { return false }
    return Registry.builtin().writer(for: type.id) != nil
  }
}
