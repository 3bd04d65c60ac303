internal import CLibXML2
import ConverterCore

/// What takes the parts of an XML file, in order.
protocol XMLEvents: AnyObject {
  func start(_ name: XMLName, _ attributes: XMLAttributes) throws(ConversionError)
  func end(_ name: XMLName) throws(ConversionError)
  /// Some of the text at hand, which may come in several pieces.
  func text(_ bytes: UnsafeRawBufferPointer) throws(ConversionError)
}

/// Parses XML piece by piece. It belongs to one thread at a time.
final class XMLHandle {
  private let parser: OpaquePointer
  private let receiver: Receiver

  /// Whom the library reports to.
  private final class Receiver {
    let events: any XMLEvents
    var parser: OpaquePointer?
    var failure: ConversionError?

    init(_ events: any XMLEvents) { self.events = events }

    func report(_ body: () throws(ConversionError) -> Void) {
      guard failure == nil else { return }
      do throws(ConversionError) {
        try body()
      } catch {
        failure = error
        if let parser { fairy_xml_stop(parser) }
      }
    }
  }

  /// - Throws: `missingLibrary`.
  init(_ events: any XMLEvents) throws(ConversionError) {
    if let reason = fairy_libxml2_open() {
      throw ConversionError(
        .missingLibrary,
        "needs libxml2, which cannot be opened (\(String(cString: reason))); install libxml2")
    }
    receiver = Receiver(events)
    var callbacks = fairy_xml_events()
    callbacks.owner = Unmanaged.passUnretained(receiver).toOpaque()
    callbacks.start = { owner, name, attributes, count in
      guard let owner, let name else { return }
      let receiver = Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
      receiver.report { () throws(ConversionError) in
        try receiver.events.start(
          XMLName(start: name), XMLAttributes(start: attributes, count: Int(count)))
      }
    }
    callbacks.end = { owner, name in
      guard let owner, let name else { return }
      let receiver = Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
      receiver.report { () throws(ConversionError) in
        try receiver.events.end(XMLName(start: name))
      }
    }
    callbacks.text = { owner, bytes, count in
      guard let owner else { return }
      let receiver = Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
      receiver.report { () throws(ConversionError) in
        try receiver.events.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }
    }
    guard let parser = fairy_xml_make(&callbacks) else { throw Self.noMemory }
    self.parser = parser
    receiver.parser = parser
  }

  deinit { fairy_xml_free(parser) }

  /// Parses what follows.
  ///
  /// - Throws: `damagedInput`, and what the receiver throws.
  func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(ConversionError) {
    let status = fairy_xml_feed(
      parser, bytes.baseAddress, Int32(clamping: bytes.count), isLast ? 1 : 0)
    if let failure = receiver.failure { throw failure }
    switch status {
    case fairy_xml_fine: return
    case fairy_xml_no_memory: throw Self.noMemory
    case fairy_xml_doctype:
      throw ConversionError(
        .unsupportedContent,
        "holds XML with a document type declaration, which no workbook may have")
    default:
      var line: Int32 = 0
      let reason = fairy_xml_error(parser, &line).map { String(cString: $0) } ?? ""
      let words = reason.split(separator: "\n").first.map { String($0).printable } ?? "no XML"
      throw ConversionError(.damagedInput, "holds XML that is none, in its line \(line): \(words)")
    }
  }

  private static var noMemory: ConversionError {
    ConversionError(
      .limitExceeded,
      "XML in it needs more memory than there is; raise it with --limit memory=BYTES")
  }
}
