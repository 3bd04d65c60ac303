/// How much a single conversion may use before it is refused.
///
/// Limits are the core's policy: readers ask before they allocate, and every refusal names the
/// limit and the flag that raises it. The defaults let every real phone photo through (a 200-megapixel
/// picture at 16 bits a sample and four samples a pixel needs 1.6 GB).
public struct Limits: Sendable, Equatable {
  /// A limit's name on the command line (`--limit pixels=2e9`).
  public enum Name: String, Sendable, CaseIterable {
    case pixels, memory, input, output, entries, expanded, ratio, nesting, seconds, stall, tool
  }

  /// Pixels of one picture.
  public var pixels = 512 * 1024 * 1024
  /// Bytes that one conversion may hold for pixels and whole-file buffers.
  public var memory = 8 << 30
  /// Bytes of an input that has to be held whole in memory.
  public var input = 4 << 30
  /// Bytes of one output.
  public var output = 64 << 30
  /// Entries of one archive.
  public var entries = 1_000_000
  /// Bytes of all contents of one archive together.
  public var expanded = 128 << 30
  /// How many times larger than its compressed form a content may be, once it is larger than 1 MiB.
  public var ratio = 200
  /// Containers within containers, references within references.
  public var nesting = 32
  /// Wall time of one conversion; the processor time may be this for each core that it may use.
  public var seconds = 3600
  /// Wall time without progress after which a worker, or a program that it has started, counts as stuck.
  public var stall = 600
  /// Bytes of memory that a program of the system may take, beside its input: poppler's, for pages.
  public var tool = 1 << 30

  public init() {}

  /// For runs over many files: no file fails because a shared file system is slow for some minutes.
  public static let standard = Limits()

  /// For one file that somebody is waiting for.
  public static let forOneFile: Limits = {
    var limits = Limits()
    limits.stall = 60
    return limits
  }()

  public subscript(name: Name) -> Int {
    get {
      switch name {
      case .pixels: pixels
      case .memory: memory
      case .input: input
      case .nesting: nesting
      case .output: output
      case .entries: entries
      case .expanded: expanded
      case .ratio: ratio
      case .seconds: seconds
      case .stall: stall
      case .tool: tool
      }
    }
    set {
      switch name {
      case .pixels: pixels = newValue
      case .memory: memory = newValue
      case .input: input = newValue
      case .nesting: nesting = newValue
      case .output: output = newValue
      case .entries: entries = newValue
      case .expanded: expanded = newValue
      case .ratio: ratio = newValue
      case .seconds: seconds = newValue
      case .stall: stall = newValue
      case .tool: tool = newValue
      }
    }
  }

  /// Throws `limitExceeded` if `amount` is over the limit.
  ///
  /// - Parameters:
  ///   - name: of the limit.
  ///   - amount: what is needed, in the unit of the limit: bytes, pixels, seconds.
  ///   - what: what needs the amount, as the subject of the message: "the picture".
  public func check(_ name: Name, _ amount: Int, for what: String) throws(ConversionError) {
    guard amount > self[name] else { return }
    throw ConversionError.exceeding(
      .init(name, needed: amount, of: self),
      "\(what) needs \(amount) \(name.unit), the limit is \(self[name]); "
        + "raise it with --limit \(name.rawValue)=\(amount)")
  }

  /// Throws `limitExceeded` if a picture of this size has too many pixels.
  ///
  /// - Returns: width × height, which is known not to overflow.
  @discardableResult
  public func checkPixels(width: Int, height: Int) throws(ConversionError) -> Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    try check(.pixels, overflow ? .max : count, for: "a picture of \(width)×\(height)")
    return count
  }
}

extension Limits.Name {
  var unit: String {
    switch self {
    case .pixels: "pixels"
    case .memory, .input, .output, .expanded, .tool: "bytes"
    case .entries: "entries"
    case .ratio: "times"
    case .nesting: "levels"
    case .seconds, .stall: "seconds"
    }
  }
}
