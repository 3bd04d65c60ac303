public import ConverterCore
internal import Markup

/// A page as a fragment of HTML that does nothing but show itself: no scripts, forms, frames or style sheets,
/// and nothing is loaded.
///
/// It is made anew of the elements, attributes and properties that are known to be harmless; all others are
/// left out, with what is in them where that is no text. Rules of `<style>` elements are dropped, so that what
/// they would have hidden for some widths of the window is seen. It is balanced, and holds no element in
/// which a browser reads tags otherwise than here. Behind a link whose text names another place than the one
/// that it leads to, that is told in brackets.
public struct SafeHTML: Sendable {
  /// To be put into a `<body>` or a `<div>`.
  public let html: String
  /// Pictures that a browser would have fetched; see ``HTMLText/remoteImages``. Those in `<img>` stand in
  /// `data-remote-src`.
  public let remoteImages: [String]

  /// - Parameters:
  ///   - html: in UTF-8; what is none becomes U+FFFD.
  ///   - picture: gives the part with that `Content-ID`, without angle brackets, as a `data:` URI of a
  ///     picture, or `nil` where there is none; its words take its place then.
  /// - Throws: `missingLibrary`; `limitExceeded` for more than `input`, `memory` or `output` allow.
  public init(
    _ html: Span<UInt8>, within limits: Limits = .standard,
    picture: (_ contentID: String) -> String?
  ) throws(ConversionError) {
    self = try withoutActuallyEscaping(picture) { (picture) throws(ConversionError) in
      let page = SafePage(limits, picture)
      let styles = try Page.read(html, within: limits, page)
      for address in styles { page.pictures.add(address.utf8) }
      return SafeHTML(page)
    }
  }

  private init(_ page: SafePage) {
    html = page.markup
    remoteImages = page.pictures.addresses
  }
}
