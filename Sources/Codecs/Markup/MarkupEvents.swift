public import ConverterCore

/// What takes the parts of a page or an XML file, in order.
public protocol MarkupEvents: AnyObject {
  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError)
  func end(_ name: ElementName) throws(ConversionError)
  /// Some of the text at hand, which may come in several pieces.
  func text(_ bytes: Span<UInt8>) throws(ConversionError)
}
