public import ConverterCore
import WordRecognition

/// Words in pictures, recognised by the networks of PP-OCR (https://github.com/PaddlePaddle/PaddleOCR) where a user has
/// installed them.
public enum PaddleTextPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    registry.add(PictureToWords(PaddleEngine()))
  }
}
