import ConverterCore
import TestSupport
import Testing

@testable import TesseractPlugin

/// Which languages are chosen, and what is said of those that are missing.
@Suite struct LanguageDataTests {
  @Test func namedOnesAreTaken() throws {
    #expect(try LanguageData().chosen(by: "eng") == ["eng"])
  }

  @Test func automaticOnesAreInstalled() throws {
    let data = try LanguageData()
    let chosen = try data.chosen(by: "auto")
    #expect(!chosen.isEmpty)
    #expect(chosen.allSatisfy(data.languages.contains))
    #expect(Set(chosen).count == chosen.count)
  }

  @Test(arguments: ["", "+", "../eng", "eng deu", "eng;rm", "e\u{301}ng"])
  func whatIsNoNameIsRefused(words: String) throws {
    let data = try LanguageData()
    #expect(errorCode { _ = try data.chosen(by: words) } == .usage)
  }

  @Test(arguments: [("tlh", "tesseract-ocr-tlh"), ("xx_sim", "tesseract-ocr-xx-sim")])
  func missingOnesAreNamedWithTheirPackage(language: String, package: String) throws {
    let data = try LanguageData()
    let error = #expect(throws: ConversionError.self) { try data.chosen(by: "eng+\(language)") }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains(package) == true)
  }

  @Test func whatTellsScriptsIsNoLanguage() throws {
    #expect(try !LanguageData().languages.contains("osd"))
  }
}
