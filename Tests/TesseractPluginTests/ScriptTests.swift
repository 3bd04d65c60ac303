import Testing

@testable import TesseractPlugin

/// Languages by their letters.
@Suite struct ScriptTests {
  @Test func whatToInstallIsNamed() {
    #expect(
      Script("Cyrillic")?.advice
        == "the page seems to be in Cyrillic letters, of which no language is installed: "
        + "apt install tesseract-ocr-rus, then --languages rus")
    #expect(
      Script("Han")?.advice.hasSuffix("apt install tesseract-ocr-chi-sim, then --languages chi_sim")
        == true)
  }

  @Test func othersAreNotKnown() {
    #expect(Script("Common") == nil)
    #expect(Script("") == nil)
  }
}
