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

  /// Gets ready to tell how pages stand, without reading them; `nil`, as by default, where it has no means to.
  ///
  /// - Throws: `missingLibrary`, with what to install.
  func orientationReader(
    in context: ConversionContext
  ) throws(ConversionError) -> (any PageOrientationReader)?
}

extension TextRecognitionEngine {
  public func orientationReader(
    in context: ConversionContext
  ) throws(ConversionError) -> (any PageOrientationReader)? { nil }
}

/// Tells how pages stand by the forms of their letters.
public protocol PageOrientationReader {
  /// By how many degrees a page is to be turned clockwise so that it stands upright, and how sure that is; `nil`
  /// where it cannot be told.
  ///
  /// - Parameter gray: ``PixelFormat/gray8``, lit evenly.
  func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> PageOrientation?
}

/// How a page stands.
public struct PageOrientation: Sendable, Equatable {
  /// By how many degrees it is to be turned clockwise: 0, 90, 180 or 270.
  public var degrees: Int
  public var certainty: Certainty
  /// The script of its letters as the engine names it, "Cyrillic"; `nil` where that is not certain.
  public var script: String?

  public enum Certainty: Comparable, Sendable {
    /// As likely as not.
    case guessed
    case likely
    /// There is no need to try another.
    case certain
  }

  public init(degrees: Int, _ certainty: Certainty, script: String? = nil) {
    (self.degrees, self.certainty, self.script) = (degrees, certainty, script)
  }
}

/// An engine at work on the pages of one file.
public protocol PageWordsReader: PageOrientationReader {
  /// The engine and its languages, for the ledger: "tesseract, eng+deu".
  var summary: String { get }

  /// Whether it has means to tell orientations at all; pages that seem to stand on their head are read both ways else.
  var tellsOrientations: Bool { get }

  /// The words of a page that stands upright.
  func page(of gray: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage

  /// The words of a page that could hardly be read, if `script` is one that was not looked for; `nil`, as by default,
  /// where it is, and where words cannot be read in it either.
  func page(
    of gray: PixelBuffer, dpi: Double, inOther script: String
  ) throws(ConversionError) -> RecognizedPage?
}

extension PageWordsReader {
  public func page(
    of gray: PixelBuffer, dpi: Double, inOther script: String
  ) throws(ConversionError) -> RecognizedPage? { nil }
}
