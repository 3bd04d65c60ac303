public import ConverterCore
import WordRecognition

/// Words in pictures, recognised by tesseract (https://github.com/tesseract-ocr/tesseract).
public enum TesseractPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    registry.add(PictureToWords(TesseractEngine()))
  }
}
