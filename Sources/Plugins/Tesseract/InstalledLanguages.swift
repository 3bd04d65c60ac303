package import ConverterCore

/// The languages in which words can be recognised on this machine.
package struct InstalledLanguages: Sendable {
  /// Their names as tesseract has them, sorted: "eng", "chi_sim".
  package let names: [String]
  /// Why there are none, and what to install.
  package let problem: ConversionError?

  /// Those of the machine as it is.
  package init() {
    do throws(ConversionError) {
      try SystemLibrary.tesseract.open()
      (names, problem) = (try LanguageData().languages, nil)
    } catch {
      (names, problem) = ([], error)
    }
  }

  /// A line for people.
  package var text: String {
    if let problem { return "no: it \(problem.message)" }
    return "tesseract has \(names.joined(separator: ", ")); others are Debian packages, such as "
      + LanguageData.package(of: Self.example(beside: names))
  }

  private static func example(beside names: [String]) -> String {
    ["deu", "fra", "spa"].first { !names.contains($0) } ?? "ita"
  }
}
