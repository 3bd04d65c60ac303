/// The text that a string of JSON means, from its lexical form without the quotes.
///
/// A lone surrogate, which no text can have, stays as the escape that it is.
func meaning(ofJSONString form: some Collection<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(form.count)
  var rest = form[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\") else {
      text.append(byte)
      continue
    }
    guard let escape = rest.popFirst() else { break }
    switch escape {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let digits = rest.prefix(4)
      if let scalar = scalar(takenFrom: &rest) {
        text += Array(String(scalar).utf8)
      } else {
        text += [UInt8(ascii: "\\"), UInt8(ascii: "u")] + digits
        rest = rest.dropFirst(4)
      }
    default: text.append(escape)
    }
  }
  return text
}

/// The character of the digits behind `\u`, and of a second escape where the first is half of a pair.
private func scalar<Bytes: Collection<UInt8>>(
  takenFrom rest: inout Bytes
) -> Unicode.Scalar? where Bytes.SubSequence == Bytes {
  guard let first = unit(rest) else { return nil }
  if let scalar = Unicode.Scalar(first) {
    rest = rest.dropFirst(4)
    return scalar
  }
  let behind = rest.dropFirst(4)
  guard first < 0xDC00, behind.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
    let second = unit(behind.dropFirst(2)), (0xDC00..<0xE000).contains(second)
  else { return nil }
  rest = behind.dropFirst(6)
  return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
}

private func unit(_ digits: some Collection<UInt8>) -> UInt16? {
  let values = digits.prefix(4).compactMap { hexadecimal($0) }
  return values.count == 4 ? values.reduce(0) { $0 << 4 | UInt16($1) } : nil
}
