import ArgumentParser
import ConverterCore
import PDFPlugin
import PageScanPlugin
import PagedDocumentModel
import RecognizedTextModel

/// What values of options have to be, checked where they are typed: only there is it known what the option is called.
enum TypedValue {
  /// One of some words that the help of an option explains. The parser would list them there a second time.
  static func choice<Value: RawRepresentable & CaseIterable>(_ word: String) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: word) else {
      throw ValidationError(Value.allCases.map(\.rawValue).choices(insteadOf: word))
    }
    return value
  }

  /// One of some words.
  static func word(_ word: String, of words: [String]) throws -> String {
    guard words.contains(word) else { throw ValidationError(words.choices(insteadOf: word)) }
    return word
  }

  /// One of the words that a key of `--set` takes, or of some more.
  static func word(
    _ word: String, of descriptor: OptionDescriptor, or more: [String] = []
  ) throws -> String {
    guard case .choice(let words) = descriptor.values else { return word }
    return try self.word(word, of: words + more)
  }

  /// `eng+deu`.
  static func languages(_ word: String) throws -> String {
    guard RecognitionOptions.languageNames(in: word) != nil else {
      throw ValidationError("it takes names as tesseract has them, eng or eng+deu, or auto")
    }
    return word
  }

  /// Four corners, each x,y.
  static func corners(_ word: String) throws -> String {
    if ["auto", "none"].contains(word) { return word }
    guard let quad = ScanSettings.quad(parsing: word) else {
      throw ValidationError(
        "it takes four corners, x,y each, from the top left clockwise: 120,80,900,95,880,1300,100,1280"
      )
    }
    guard ScanSettings.isPage(quad) else {
      throw ValidationError(
        "these are not the corners of a page: they go clockwise from the top left, and none points inwards"
      )
    }
    return word
  }

  /// A size of paper as `--set page` has it.
  /// Pages by their places: `2`, `1-3,5`.
  static func pages(_ word: String) throws -> PageRanges {
    do throws(ConversionError) {
      return try PageRanges(parsing: word)
    } catch {
      throw ValidationError(error.message)
    }
  }

  static func pageSize(_ word: String) throws -> String {
    if word == "image" { return word }
    do {
      _ = try PageSize(paper: word)
    } catch {
      throw ValidationError(
        "it takes image, A0 to A6, letter, legal, or millimetres from 10 to 5080: 210x297mm")
    }
    return word
  }

  /// How plugins call a size of pages.
  static func pageSetting(_ size: String) -> String { size == "image" ? "fit" : size }

  /// `auto`, `none`, `90` or `90:1-3`.
  static func turn(_ word: String) throws -> String {
    if ["auto", "none"].contains(word) { return word }
    guard try PageTurn(parsing: word) != nil else {
      throw ValidationError("it takes auto, none, 90, 180, 270, or an angle for some pages: 90:1-3")
    }
    return word
  }

  /// `left,bottom,width,height`.
  static func box(_ word: String) throws -> String {
    guard PageBox(parsing: word) != nil else {
      throw ValidationError(
        "it takes four numbers in points, left,bottom,width,height: 36,36,523,770")
    }
    return word
  }
}
