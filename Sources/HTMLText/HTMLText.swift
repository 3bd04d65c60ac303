public import ConverterCore
internal import Markup

/// The readable text of a page, such as the body of a mail, with its links.
///
/// Paragraphs, lists (`•`, numbers), quotes (`> `), preformatted text and tables look like themselves; what a
/// browser would not show is left out. Nothing is fetched. Elements nested more than 800 deep are taken for
/// part of what they are in.
public struct HTMLText: Sendable {
  /// Where a link leads.
  public struct Link: Sendable, Equatable {
    /// As it stands behind the text of the link, from 1.
    public let number: Int
    /// As the page has it, with invisible characters escaped (`%E2%80%AE`); cut after 8192 bytes, with `…`.
    public let target: String
  }

  /// Lines that end with a line feed and may have any length, without control characters, marks of
  /// direction and runs of blank lines. At the end of it links are listed.
  public let text: String
  /// The links that are listed, at most 10,000. The same target has one number.
  public let links: [Link]
  /// Pictures that a browser would fetch, in pictures, backgrounds and styles: each once, those of style
  /// sheets last, at most 1000.
  public let remoteImages: [String]
  /// The `Content-ID`s, without angle brackets, of parts of the message that are shown as pictures.
  public let contentIDs: [String]

  /// - Parameter html: in UTF-8; what is none becomes U+FFFD.
  /// - Throws: `missingLibrary`; `limitExceeded` for more than `input` or `memory` allow.
  public init(
    _ html: UnsafeRawBufferPointer, within limits: Limits = .standard
  ) throws(ConversionError) {
    let page = TextPage()
    let styles = try Page.read(html, within: limits, page)
    page.finish()
    for address in styles { page.pictures.add(address.utf8) }
    links = page.links.targets.enumerated().map { Link(number: $0.offset + 1, target: $0.element) }
    remoteImages = page.pictures.addresses
    contentIDs = page.pictures.contentIDs
    var lines = String(decoding: page.flow.bytes, as: UTF8.self)
    if !lines.isEmpty { lines += "\n" }
    if !links.isEmpty { lines += "\n" }
    for link in links { lines += page.links.line(link.number) + "\n" }
    text = lines
  }
}
