public import ConverterCore
public import PictureModel
public import RecognizedTextModel

/// Recognises words in pictures of pages: a plugin makes one known as ``PictureToWords``.
public protocol TextRecognitionEngine: Sendable {
  /// As `--engine` has it.
  var name: String { get }

  /// Gets ready for the pages of one file.
  ///
  /// - Throws: `missingLibrary` where it is not installed, with what to install; `usage` for options that it cannot follow.
  func reader(
    isFast: Bool, in context: ConversionContext
  ) throws(ConversionError) -> any PageWordsReader
}

/// An engine at work on the pages of one file.
public protocol PageWordsReader {
  /// The engine and its languages, for the ledger: "tesseract, eng+deu".
  var summary: String { get }

  /// Whether it has means to tell orientations at all; pages that seem to stand on their head are read both ways else.
  var tellsOrientations: Bool { get }

  /// By how many degrees a page is to be turned clockwise so that it stands upright, and whether that is certain; `nil`
  /// where it cannot be told.
  ///
  /// - Parameter gray: ``PixelFormat/gray8``, lit evenly.
  func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> (degrees: Int, isCertain: Bool)?

  /// The words of a page that stands upright.
  func page(of gray: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage
}
