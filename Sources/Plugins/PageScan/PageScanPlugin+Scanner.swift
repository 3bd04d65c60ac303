public import ConverterCore
public import PictureModel
public import Scanning

extension PageScanPlugin {
  /// What finds the page in a picture as the settings for scans say.
  ///
  /// - Throws: `usage` for settings that are none.
  public static func scanner(
    for facts: PictureFacts, _ options: ConversionOptions
  ) throws(ConversionError) -> PageScanner {
    try ScanSettings(options).scanner(for: facts)
  }
}
