import ArchiveModel
internal import ConverterCore

/// Lines on their way to a page, in large pieces.
struct LineBuffer {
  var bytes: [UInt8] = []
  private let page: any Page
  /// Whether somebody still reads the page.
  private(set) var isRead = true

  init(_ page: any Page) {
    self.page = page
    bytes.reserveCapacity(80 << 10)
  }

  /// Ends a line.
  ///
  /// - Returns: whether somebody still reads.
  mutating func endLine() throws(ConversionError) -> Bool {
    bytes.append(0x0A)
    return bytes.count < 64 << 10 ? isRead : try flush()
  }

  @discardableResult
  mutating func flush() throws(ConversionError) -> Bool {
    guard isRead, !bytes.isEmpty else { return isRead }
    isRead = try page.write(bytes)
    bytes.removeAll(keepingCapacity: true)
    return isRead
  }

  mutating func add(_ text: StaticString) {
    bytes.append(text.span)
  }

  mutating func add(text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
  }

  mutating func add(blanks count: Int) {
    for _ in 0..<max(0, count) { bytes.append(0x20) }
  }

  mutating func add(number: Int) {
    guard number >= 0 else { return add(text: "\(number)") }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = digits.count
    var rest = number
    repeat {
      start -= 1
      digits[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    } while rest > 0
    bytes.append(digits.span.extracting(start...))
  }

  /// Three figures at most, in powers of 1000: `828 kB`, `1.3 MB`.
  mutating func add(size: Int) {
    guard size >= 1000 else {
      add(number: size)
      return add(" B")
    }
    var unit = 0
    var divisor = 1000
    while unit < 5, size >= 999 * divisor + divisor / 2 {
      divisor *= 1000
      unit += 1
    }
    if size < 10 * divisor - divisor / 20 {
      let tenth = divisor / 10
      let tenths = size / tenth + (size % tenth >= tenth / 2 ? 1 : 0)
      add(number: tenths / 10)
      bytes.append(0x2E)
      add(number: tenths % 10)
    } else {
      add(number: size / divisor + (size % divisor >= divisor / 2 ? 1 : 0))
    }
    let units: [StaticString] = [" kB", " MB", " GB", " TB", " PB", " EB"]
    add(units[unit])
  }

  /// What `body` adds, with blanks before it up to `width` columns; it must be ASCII.
  mutating func right(_ width: Int, _ body: (inout LineBuffer) -> Void) {
    let start = bytes.count
    body(&self)
    let missing = width - (bytes.count - start)
    guard missing > 0 else { return }
    bytes.insert(contentsOf: repeatElement(0x20, count: missing), at: start)
  }

  /// What `body` adds, with blanks behind it up to `width` columns; it must be ASCII.
  mutating func left(_ width: Int, _ body: (inout LineBuffer) -> Void) {
    let start = bytes.count
    body(&self)
    add(blanks: width - (bytes.count - start))
  }
}
