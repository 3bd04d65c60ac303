internal import CLibXML2
import ConverterCore

/// What takes the parts of a page, in order.
protocol HTMLEvents: AnyObject {
  func start(_ name: HTMLName, _ attributes: HTMLAttributes) throws(ConversionError)
  func end(_ name: HTMLName) throws(ConversionError)
  /// Some of the text at hand, which may come in several pieces.
  func text(_ bytes: UnsafeRawBufferPointer) throws(ConversionError)
}

/// Parses HTML piece by piece, mending it as it goes. It belongs to one thread at a time.
final class HTMLHandle {
  private let parser: OpaquePointer
  private let receiver: Receiver

  /// Whom the library reports to.
  private final class Receiver {
    let events: any HTMLEvents
    var parser: OpaquePointer?
    var failure: ConversionError?

    init(_ events: any HTMLEvents) { self.events = events }

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
  init(_ events: any HTMLEvents) throws(ConversionError) {
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
          HTMLName(start: name), HTMLAttributes(start: attributes, count: Int(count)))
      }
    }
    callbacks.end = { owner, name in
      guard let owner, let name else { return }
      let receiver = Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
      receiver.report { () throws(ConversionError) in
        try receiver.events.end(HTMLName(start: name))
      }
    }
    callbacks.text = { owner, bytes, count in
      guard let owner else { return }
      let receiver = Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
      receiver.report { () throws(ConversionError) in
        try receiver.events.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }
    }
    guard let parser = fairy_html_make(&callbacks) else { throw Self.noMemory }
    self.parser = parser
    receiver.parser = parser
  }

  deinit { fairy_xml_free(parser) }

  /// Parses what follows, which is UTF-8.
  ///
  /// - Throws: what the receiver throws.
  func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(ConversionError) {
    let status = fairy_xml_feed(
      parser, bytes.baseAddress, Int32(clamping: bytes.count), isLast ? 1 : 0)
    if let failure = receiver.failure { throw failure }
    if status == fairy_xml_no_memory { throw Self.noMemory }
  }

  private static var noMemory: ConversionError {
    ConversionError(
      .limitExceeded, "the page needs more memory than there is; raise it with --limit memory=BYTES"
    )
  }
}
