import ConverterCore

/// The two networks: one finds lines, the other reads them.
final class PaddleNetworks: Sendable {
  let detection: NeuralNetworkHandle
  let recognition: NeuralNetworkHandle
  /// What the second tells apart: nothing, then the characters of its metadata, then a space.
  let characters: [String]

  /// - Throws: `missingLibrary`.
  init(files: InstalledFiles) throws(ConversionError) {
    detection = try NeuralNetworkHandle(files.detection, library: files.library)
    recognition = try NeuralNetworkHandle(files.recognition, library: files.library)
    guard let listed = recognition.metadata("character"), !listed.isEmpty else {
      throw InstalledFiles.missing(
        "a network that says which characters it knows, and \(files.recognition.printable) does not"
      )
    }
    characters = CTCText.characters(listed: listed)
  }
}
