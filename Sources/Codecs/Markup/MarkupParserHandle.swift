internal import CLibXML2
public import ConverterCore

/// Parses XML or HTML piece by piece. It belongs to one thread at a time.
@safe public final class MarkupParserHandle {
  public enum Language: Sendable {
    /// Text in UTF-8, which is mended as it comes.
    case html
    /// XML that says its encoding, and has no document type declaration.
    ///
    /// - Parameter of: what kind of file it is part of, for messages: `workbook`.
    case xml(of: String)
  }

  private let language: Language
  private let parser: OpaquePointer
  private let receiver: Receiver
  private var attributes: AttributeGuard

  /// Receives what the library reports. The library has its address, so it lives as long as the parser.
  @safe private final class Receiver {
    let events: any MarkupEvents
    /// See ``ElementAttributes``.
    let pointersEach: Int
    var parser: OpaquePointer?
    var failure: ConversionError?

    init(_ events: any MarkupEvents, pointersEach: Int) {
      self.events = events
      self.pointersEach = pointersEach
    }

    static func from(_ owner: UnsafeMutableRawPointer) -> Receiver {
      unsafe Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
    }

    func report(_ body: () throws(ConversionError) -> Void) {
      guard failure == nil else { return }
      do throws(ConversionError) {
        try body()
      } catch {
        failure = error
        if let parser = unsafe parser { unsafe fairy_xml_stop(parser) }
      }
    }
  }

  /// - Throws: `missingLibrary`.
  public init(_ language: Language, _ events: any MarkupEvents) throws(ConversionError) {
    try SystemLibrary.libxml2.open()
    self.language = language
    let isHTML = if case .html = language { true } else { false }
    attributes = AttributeGuard(isHTML: isHTML)
    receiver = Receiver(events, pointersEach: isHTML ? 2 : 5)
    var callbacks = unsafe Self.callbacks
    unsafe callbacks.owner = unsafe Unmanaged.passUnretained(receiver).toOpaque()
    let made = unsafe isHTML ? fairy_html_make(&callbacks) : fairy_xml_make(&callbacks)
    guard let made = unsafe made else { throw Self.noMemory(language) }
    unsafe parser = unsafe made
    unsafe receiver.parser = unsafe made
  }

  deinit { unsafe fairy_xml_free(parser) }

  /// Without an owner.
  private static var callbacks: fairy_xml_events {
    var callbacks = unsafe fairy_xml_events()
    unsafe callbacks.start = { owner, name, attributes, count in
      guard let owner = unsafe owner, let name = unsafe name else { return }
      let receiver = unsafe Receiver.from(owner)
      receiver.report { () throws(ConversionError) in
        try unsafe receiver.events.start(
          ElementName(start: name),
          ElementAttributes(
            start: attributes, count: Int(count), pointersEach: receiver.pointersEach))
      }
    }
    unsafe callbacks.end = { owner, name in
      guard let owner = unsafe owner, let name = unsafe name else { return }
      let receiver = unsafe Receiver.from(owner)
      receiver.report { () throws(ConversionError) in
        try unsafe receiver.events.end(ElementName(start: name))
      }
    }
    unsafe callbacks.text = { owner, bytes, count in
      guard let owner = unsafe owner else { return }
      let receiver = unsafe Receiver.from(owner)
      receiver.report { () throws(ConversionError) in
        try unsafe receiver.events.text(
          Span(borrowing: UnsafeRawBufferPointer(start: bytes, count: Int(count))))
      }
    }
    return unsafe callbacks
  }

  /// Parses what follows.
  ///
  /// - Throws: what the receiver throws; `limitExceeded` for an element of more attributes than
  ///   ``Limits/mostAttributes``; `damagedInput` and `unsupportedContent` for XML.
  public func feed(
    _ bytes: Span<UInt8>, isLast: Bool = false
  ) throws(ConversionError) {
    try attributes.look(at: bytes)
    let status = unsafe bytes.withUnsafeBytes {
      unsafe fairy_xml_feed(parser, $0.baseAddress, Int32(clamping: $0.count), isLast ? 1 : 0)
    }
    if let failure = receiver.failure { throw failure }
    if status == fairy_xml_no_memory { throw Self.noMemory(language) }
    // Whatever else is wrong with a page is mended.
    guard case .xml(let format) = language, status != fairy_xml_fine else { return }
    guard status != fairy_xml_doctype else {
      throw ConversionError(
        .unsupportedContent,
        "holds XML with a document type declaration, which no \(format) may have")
    }
    var line: Int32 = 0
    let reason = unsafe fairy_xml_error(parser, &line).map { unsafe String(cString: $0) } ?? ""
    let words = reason.split(separator: "\n").first.map { String($0).printable } ?? "no XML"
    throw ConversionError(.damagedInput, "holds XML that is none, in its line \(line): \(words)")
  }

  private static func noMemory(_ language: Language) -> ConversionError {
    let part =
      switch language {
      case .html: "the page"
      case .xml: "XML in it"
      }
    return ConversionError.exceeding(
      .init(unresolved: .memory),
      "\(part) needs more memory than there is; raise it with --limit memory=BYTES")
  }
}

extension SystemLibrary {
  package static let libxml2 = unsafe SystemLibrary(
    "libxml2", package: "libxml2", opening: { unsafe fairy_libxml2_open() })
}
