public import ConverterCore
internal import Markup

/// The readable text of a page, such as the body of a mail, with its links.
///
/// Paragraphs, lists (`•`, numbers), quotes (`> `), preformatted text and tables look like themselves; what a
/// browser would not show is left out. Nothing is fetched. Elements nested more than 800 deep are taken for
/// part of what they are in.
public struct HTMLText: Sendable {
  /// Lines that end with a line feed and may have any length, without control characters, marks of
  /// direction and runs of blank lines.
  ///
  /// At the end of it links are listed, at most 10,000, by the numbers that stand behind their texts: each target once,
  /// with invisible characters escaped (`%E2%80%AE`), and cut after 8192 bytes, with `…`.
  public let text: String
  /// Pictures that a browser would fetch, in pictures, backgrounds and styles: each once, those of style
  /// sheets last, at most 1000.
  public let remoteImages: [String]

  /// - Parameter html: in UTF-8; what is none becomes U+FFFD.
  /// - Throws: `missingLibrary`; `limitExceeded` for more than `input` or `memory` allow.
  public init(
    _ html: Span<UInt8>, within limits: Limits = .standard
  ) throws(ConversionError) {
    let page = TextPage()
    let styles = try Page.read(html, within: limits, page)
    page.finish()
    for address in styles { page.pictures.add(address.utf8) }
    remoteImages = page.pictures.addresses
    var lines = String(decoding: page.flow.bytes, as: UTF8.self)
    if !lines.isEmpty { lines += "\n" }
    let count = page.links.targets.count
    if count > 0 { lines += "\n" }
    for number in 0..<count { lines += page.links.line(number + 1) + "\n" }
    text = lines
  }
}
